import { median } from './figures.ts'
import { figuresTable, type Table, whole } from './figures-table.ts'
import { atMost, type Goal, judge } from './goals.ts'

/** What whoever meets a function that has just started may wait for it, in milliseconds. */
const MOST_MS = 400

/** What a handler took to its first answer each time, in milliseconds from before its file was loaded. */
export interface FirstEvents {
  /** The handler's file. */
  handler: string
  bundleBytes: number
  bundle: number[]
  /** The same handler from its sources, whose types Node strips as it loads them. */
  source: number[]
}

const told = (milliseconds: readonly number[]): string => whole(median(milliseconds))

export const firstEventsTable = (figures: readonly FirstEvents[]): Table =>
  figuresTable(figures, [
    ['handler', ({ handler }) => handler],
    ['KB', ({ bundleBytes }) => whole(bundleBytes / 1_000)],
    ['bundle, median ms', ({ bundle }) => told(bundle)],
    ['min–max', ({ bundle }) => `${whole(Math.min(...bundle))}–${whole(Math.max(...bundle))}`],
    ['source, median ms', ({ source }) => told(source)],
  ])

/** The slowest bundle is held against the goal; it needs no corpus of any size. */
export function firstEventGoal(figures: readonly FirstEvents[], marks: number): Goal {
  const slowest = Math.max(...figures.map(({ bundle }) => median(bundle)))
  return judge(
    { goal: `every bundle answers its first event within ${MOST_MS} ms`, isMet: atMost(MOST_MS) },
    slowest,
    `${whole(slowest)} ms`,
    marks,
  )
}
