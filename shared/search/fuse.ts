export interface Ranked {
  readonly number: string
  readonly score: number
}

/** The constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
const K = 60

/** The number of decimals of a score. */
export const DECIMALS = 12

/** Returns the score that one list adds for a rank. The first rank is 1. */
export const scoreOfRank = (rank: number): number => rounded(1 / (K + rank))

/**
 * Fuses ranked lists of application numbers. Each list that contains a mark adds 1 / (60 + rank) to the score of the
 * mark. Marks with equal scores are ordered by number, highest first (docs/decisions.md#requests).
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

/** Compares marks: best score first, then highest number first. */
export const byScore = (one: Ranked, other: Ranked): number =>
  other.score - one.score || byNumber(one.number, other.number)

/** Compares application numbers, highest first. The numbers have no leading zeros. */
export const byNumber = (one: string, other: string): number =>
  other.length - one.length || (one < other ? 1 : one > other ? -1 : 0)

const rounded = (score: number): number => Number(score.toFixed(DECIMALS))
