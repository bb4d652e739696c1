import { wilsonInterval } from './intervals.ts'

type Rows = readonly (readonly string[])[]

/** Renders a Markdown table. */
export function table(headings: readonly string[], rows: Rows): string {
  const [first, ...others] = [headings, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [first, `|${'---|'.repeat(headings.length)}`, ...others].join('\n')
}

const percent = (share: number, digits = 0): string => (100 * share).toFixed(digits)

/** Formats a share of a few pairs with its range: `49 of 55 (78 to 95 %)`. */
export function ofPairs(found: number, all: number): string {
  if (all === 0) return '–'
  const [from, to] = wilsonInterval(found, all)
  return `${found} of ${all} (${percent(from)} to ${percent(to)} %)`
}

/** Formats a share of many queries with its range: `96.5 % (93.0 to 98.3)`. */
export function ofQueries(found: number | null, all: number): string {
  if (found === null) return '–'
  const [from, to] = wilsonInterval(found, all)
  return `${percent(found / all, 1)} % (${percent(from, 1)} to ${percent(to, 1)})`
}

/** The headings of the columns of the three methods. */
export const HEADINGS = ['this service', 'textbook, threshold 0.3', 'textbook, threshold 0.1']
