import type { Random } from '../../test/support/random.ts'

/** A function that draws a thing at random. */
export type Draw<Thing> = (random: Random) => Thing

/** Returns a function that draws each thing in proportion to its weight. */
export function weightedChoice<Thing>(weighted: readonly (readonly [Thing, number])[]): Draw<Thing> {
  const things = weighted.map(([thing]) => thing)
  const upTo = new Float64Array(weighted.length)
  let total = 0
  weighted.forEach(([, weight], place) => {
    total += weight
    upTo[place] = total
  })
  return ({ fraction }) => {
    const drawn = fraction() * total
    return things[upTo.findIndex((each) => each > drawn)] as Thing
  }
}

/**
 * Returns a function that draws a thing by Zipf's law; the list begins with the most frequent thing. The first things are less
 * frequent than by Zipf's law, as in real names.
 */
export const zipf = (things: readonly string[]): Draw<string> =>
  weightedChoice(things.map((thing, place) => [thing, 1 / (place + 12)]))

/**
 * Returns a function that draws a rank from 0 to `ranks` - 1 by Zipf's law, without an array of weights. The frequency of
 * rank r is proportional to 1 / (r + `held`): the greater `held`, the less the frequencies of the first ranks differ.
 */
export function ranks(ranks: number, held: number): Draw<number> {
  const decades = Math.log((ranks + held) / held)
  return ({ fraction }) => Math.floor(held * Math.exp(fraction() * decades)) - held
}
