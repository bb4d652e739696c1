/** A generator of random numbers (mulberry32). */
export interface Random {
  /** Returns a number from 0 to 1, without 1. */
  fraction(): number
  /** Returns a whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
}

const STRIDE = 0x6d2b79f5

/** Returns 32 bits that look random; the same input gives the same bits. */
export function scramble(bits: number): number {
  let mixed = Math.imul(bits ^ (bits >>> 15), bits | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return (mixed ^ (mixed >>> 14)) >>> 0
}

/** Creates a generator of random numbers; the same seed gives the same numbers. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + STRIDE) | 0
    return scramble(state) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    fraction: next,
    between,
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => list[between(0, list.length - 1)] as T,
    shuffle: (list) =>
      list
        .map((item) => ({ item, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  }
}
