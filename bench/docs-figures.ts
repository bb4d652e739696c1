import { median } from './figures.ts'
import { figuresTable, type Table, whole } from './figures-table.ts'
import { type Goal, judge, under } from './goals.ts'

/** What whoever opens the reference for the first time may wait. */
const MOST_MS = 1_000

/** What one page took each time until it could be used, in milliseconds, and what came over the wire for it. */
export interface PageFigures {
  page: string
  milliseconds: number[]
  bytes: number
}

export const pagesTable = (pages: readonly PageFigures[]): Table =>
  figuresTable(pages, [
    ['page', ({ page }) => page],
    ['median ms', ({ milliseconds }) => whole(median(milliseconds))],
    [
      'min–max',
      ({ milliseconds }) => `${whole(Math.min(...milliseconds))}–${whole(Math.max(...milliseconds))}`,
    ],
    ['KB', ({ bytes }) => whole(bytes / 1_000)],
  ])

/** The goal holds for a browser on the same machine, whatever the size of the corpus. */
export function readyGoal({ milliseconds }: PageFigures, marks: number): Goal {
  const middle = median(milliseconds)
  return judge(
    { goal: `/docs ready in under ${MOST_MS} ms with a cold cache`, isMet: under(MOST_MS) },
    middle,
    `${whole(middle)} ms`,
    marks,
  )
}
