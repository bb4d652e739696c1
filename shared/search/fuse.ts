/** A mark in a ranking. */
export interface Ranked {
  readonly number: string
  readonly score: number
}

/** Reciprocal rank fusion: what a list adds to the score of its n-th mark (Cormack, Clarke, Büttcher 2009). */
const K = 60

/** Decimals that survive as a JSON number. They keep sums of two ranks apart; of three, hardly any fall together. */
export const DECIMALS = 12

export const scoreOfRank = (rank: number): number => rounded(1 / (K + rank))

/**
 * Fuses ranked lists of application numbers into one: the score of a mark is the sum of 1 / (60 + rank) over the
 * lists that it is in; of equal scores the highest number comes first (docs/decisions.md#requests).
 */
export function fuse(lists: readonly (readonly string[])[]): Ranked[] {
  const scores = new Map<string, number>()
  for (const list of lists) {
    for (const [at, number] of list.entries()) {
      scores.set(number, (scores.get(number) ?? 0) + 1 / (K + at + 1))
    }
  }
  return [...scores].map(([number, score]) => ({ number, score: rounded(score) })).sort(byScore)
}

/** The best score first, then the highest number; negative when `one` comes before `other`. */
export const byScore = (one: Ranked, other: Ranked): number =>
  other.score - one.score || byNumber(one.number, other.number)

/** The highest application number first. They are digits without leading zeros, so the longer one is higher. */
export const byNumber = (one: string, other: string): number =>
  other.length - one.length || (one < other ? 1 : one > other ? -1 : 0)

const rounded = (score: number): number => Number(score.toFixed(DECIMALS))
