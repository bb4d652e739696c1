import { decimals, figuresTable, NONE, type Table, whole } from './figures-table.ts'
import { atMost, type Goal, judge, under } from './goals.ts'
import type { Loaded } from './load-sheets.ts'

/** One load of one sheet. */
export interface LoadRow {
  sheet: string
  load: string
  seconds: number
  rowsRead: number
  rowsPerSecond: number
  /** Null where the system does not tell it, and where no process of its own was measured. */
  peakMegabytes: number | null
  /** Null where marks are not what was written. */
  marks: { inserted: number; updated: number; unchanged: number; rejected: number } | null
  versionMoved: boolean
}

/** What a sheet may cost: when it is new, when nothing of it is, and either time. */
export interface Limits {
  readonly firstSeconds: number
  readonly againSeconds: number
  readonly megabytes: number
  /** The number of marks that this is stated for, where it is for one. */
  readonly statedAt?: number
}

export function loadRow(
  sheet: string,
  load: string,
  { report, seconds, peakMegabytes }: Loaded,
  versionMoved: boolean,
): LoadRow {
  const { rowsRead, inserted, updated, unchanged, rejected } = report
  const marks = { inserted, updated, unchanged, rejected }
  return {
    sheet,
    load,
    seconds,
    rowsRead,
    rowsPerSecond: rowsRead / seconds,
    peakMegabytes,
    marks,
    versionMoved,
  }
}

export const bareRow = (sheet: string, rowsRead: number, seconds: number): LoadRow => ({
  sheet,
  load: 'bare copy',
  seconds,
  rowsRead,
  rowsPerSecond: rowsRead / seconds,
  peakMegabytes: null,
  marks: null,
  versionMoved: false,
})

const marksCell =
  (figure: 'inserted' | 'updated' | 'unchanged' | 'rejected') =>
  ({ marks }: LoadRow): string =>
    marks === null ? NONE : whole(marks[figure])

export const loadsTable = (rows: readonly LoadRow[]): Table =>
  figuresTable(rows, [
    ['load', ({ sheet, load }) => `${sheet}: ${load}`],
    ['time s', ({ seconds }) => decimals(2)(seconds)],
    ['rows/s', ({ rowsPerSecond }) => whole(rowsPerSecond)],
    ['peak MB', ({ peakMegabytes }) => whole(peakMegabytes)],
    ['inserted', marksCell('inserted')],
    ['updated', marksCell('updated')],
    ['unchanged', marksCell('unchanged')],
    ['rejected', marksCell('rejected')],
  ])

/** Holds the loads of a sheet, the first one and the one after it, against its limits. */
export function loadGoals(sheet: string, rows: readonly LoadRow[], limits: Limits, marks: number): Goal[] {
  const { firstSeconds, againSeconds, megabytes, statedAt } = limits
  const [first, again] = ['first', 'again'].map((name) => rows.find(({ load }) => load === name))
  if (!first || !again) {
    throw new Error(`${sheet} was not loaded twice`)
  }
  const hold = (
    goal: string,
    isMet: (figure: number) => boolean,
    figure: number | null,
    unit: string,
  ): Goal =>
    judge(
      { goal: `${sheet}: ${goal}`, isMet, statedAt },
      figure,
      `${decimals(unit === 's' ? 1 : 0)(figure)} ${unit}`,
      marks,
    )
  return [
    hold(`first load at most ${firstSeconds} s`, atMost(firstSeconds), first.seconds, 's'),
    hold(`first load under ${megabytes} MB resident`, under(megabytes), first.peakMegabytes, 'MB'),
    hold(`again at most ${againSeconds} s`, atMost(againSeconds), again.seconds, 's'),
    nothingWritten(sheet, again, marks),
  ]
}

/** Holds for every size. */
function nothingWritten(sheet: string, { marks: written, versionMoved }: LoadRow, marks: number): Goal {
  const count = (written?.inserted ?? 0) + (written?.updated ?? 0)
  const goal = `${sheet}: again writes no brand and moves no version`
  const text = versionMoved ? 'version moved' : `${whole(count)} written`
  return judge({ goal, isMet: (figure) => figure === 0 && !versionMoved }, count, text, marks)
}
