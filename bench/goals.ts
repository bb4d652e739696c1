import { whole } from './figures-table.ts'

/** What was meant to be reached, and what was. */
export interface Goal {
  goal: string
  figure: number | null
  /** The figure as a person reads it. */
  text: string
  /** Null: nothing was measured that could say so. */
  met: boolean | null
  /** The same in words. */
  verdict: string
}

/** A limit as the product states it. */
export interface Limit {
  readonly goal: string
  readonly isMet: (figure: number) => boolean
  /** The size of corpus that it is stated for; without it, it holds for every size. */
  readonly statedAt?: number | undefined
  /** What that size is a number of, where not of marks. */
  readonly counted?: string
}

/** Holds a figure, null where none could be had, against a limit. What has another size proves nothing. */
export function judge(
  { goal, isMet, statedAt, counted = 'marks' }: Limit,
  figure: number | null,
  text: string,
  size: number,
): Goal {
  const stated = statedAt === undefined ? goal : `${goal} at ${whole(statedAt)} ${counted}`
  if (figure === null) {
    return { goal: stated, figure, text: 'not known', met: null, verdict: 'not measured here' }
  }
  if (statedAt !== undefined && statedAt !== size) {
    return { goal: stated, figure, text, met: null, verdict: `not measured at ${whole(size)} ${counted}` }
  }
  const met = isMet(figure)
  return { goal: stated, figure, text, met, verdict: met ? 'met' : 'not met' }
}

export const atMost =
  (limit: number) =>
  (figure: number): boolean =>
    figure <= limit

export const atLeast =
  (limit: number) =>
  (figure: number): boolean =>
    figure >= limit

export const under =
  (limit: number) =>
  (figure: number): boolean =>
    figure < limit
