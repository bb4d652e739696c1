import { type Spread, spread } from './figures.ts'
import { decimals, figuresTable, type Table, whole } from './figures-table.ts'
import { type Goal, judge, under } from './goals.ts'

/** What somebody bears who types and waits. */
const MOST_MS = 300
const STATED_AT = 2_000_000

/** How long each search took, in milliseconds, in one of the ways of asking. */
export interface Waits {
  way: string
  milliseconds: number[]
}

export const waitsTable = (ways: readonly Waits[]): Table =>
  figuresTable(
    ways.map(({ way, milliseconds }) => ({ way, ...spread(milliseconds) })),
    [
      ['asked', ({ way }) => way],
      ['p50 ms', tenths('p50')],
      ['p95 ms', tenths('p95')],
      ['slowest ms', tenths('slowest')],
    ],
  )

const tenths =
  (figure: keyof Spread) =>
  (row: Spread): string =>
    decimals(1)(row[figure])

/** Nineteen searches of twenty are there in time. */
export function firstHitGoal({ milliseconds }: Waits, marks: number): Goal {
  const { p95 } = spread(milliseconds)
  return judge(
    {
      goal: `p95 from the last key to the first hit under ${MOST_MS} ms`,
      isMet: under(MOST_MS),
      statedAt: STATED_AT,
    },
    p95,
    `${whole(p95)} ms`,
    marks,
  )
}
