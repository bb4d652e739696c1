import { decimals, type Goal, whole } from './report.ts'

/** A limit that a measured figure must not exceed, or must reach. */
export interface Limit {
  readonly goal: string
  readonly unit: string
  readonly digits: number
  /** The figure must be at most this. */
  readonly most?: number
  /** The figure must be at least this. */
  readonly least?: number
  /** The size of the corpus to which the limit applies; undefined if it applies to every size. */
  readonly statedAt?: number | undefined
}

/**
 * Compares a figure with a limit. If the limit applies to another size of the corpus, the figure does not decide the goal.
 *
 * @param figure null if it was not measured
 * @param marks the size of the measured corpus
 */
export function checkGoal(
  { goal: words, unit, digits, most, least, statedAt }: Limit,
  figure: number | null,
  marks: number,
): Goal {
  const bound = most === undefined ? `at least ${bounded(least)}` : `at most ${bounded(most)}`
  const size = statedAt === undefined ? '' : ` at ${whole(statedAt)} marks`
  const goal = `${words}: ${bound}${unit}${size}`
  if (figure === null) {
    return { goal, figure, text: 'not known', met: null, verdict: 'not measured here' }
  }
  const text = `${decimals(digits)(figure)}${unit}`
  if (statedAt !== undefined && statedAt !== marks) {
    return { goal, figure, text, met: null, verdict: `not decided at ${whole(marks)} marks` }
  }
  const met = figure <= (most ?? Number.POSITIVE_INFINITY) && figure >= (least ?? Number.NEGATIVE_INFINITY)
  return { goal, figure, text, met, verdict: met ? 'met' : 'not met' }
}

const bounded = (limit = 0): string => limit.toLocaleString('en')
