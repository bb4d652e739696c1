import type { Random } from './random.ts'

/** Draws a thing at random. */
export type Draw<Thing> = (random: Random) => Thing

/** Returns a draw in which each thing occurs in proportion to its weight. */
export function weightedChoice<Thing>(weighted: readonly (readonly [Thing, number])[]): Draw<Thing> {
  const things = weighted.map(([thing]) => thing)
  const upTo = new Float64Array(weighted.length)
  let total = 0
  weighted.forEach(([, weight], place) => {
    total += weight
    upTo[place] = total
  })
  return ({ fraction }) => things[firstAbove(upTo, fraction() * total)] as Thing
}

/** Returns the index of the first number above `value` in `upTo`, which is sorted. */
function firstAbove(upTo: Float64Array, value: number): number {
  let low = 0
  let high = upTo.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((upTo[middle] as number) > value) high = middle
    else low = middle + 1
  }
  return low
}

/** Draws by Zipf's law, the frequent ones first; the very first are less frequent than by that law, as in real names. */
export const zipf = (things: readonly string[]): Draw<string> =>
  weightedChoice(things.map((thing, place) => [thing, 1 / (place + 12)]))

/**
 * Ranks from 0 to `ranks` - 1 by Zipf's law, without a table: the `r`-th as often as 1 / (r + `held`).
 * The greater `held`, the flatter the distribution at its head.
 */
export function ranks(ranks: number, held: number): Draw<number> {
  const decades = Math.log((ranks + held) / held)
  return ({ fraction }) => Math.floor(held * Math.exp(fraction() * decades)) - held
}
