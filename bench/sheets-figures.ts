import { decimals, figuresTable, NONE, type Table, whole } from './figures-table.ts'
import { atMost, type Goal, judge, type Limit, under } from './goals.ts'
import type { Loaded } from './load-source.ts'

/** One load of one sheet. */
export interface LoadRow {
  sheet: string
  load: string
  seconds: number
  /** From the start to the first search that found its last mark; null where nobody searched. */
  searchableSeconds: number | null
  /** How the run ended; null where it was none. */
  status: Loaded['report']['status'] | null
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
  searchableSeconds: number | null = null,
): LoadRow {
  const { status, rowsRead, inserted, updated, unchanged, rejected } = report
  const marks = { inserted, updated, unchanged, rejected }
  return {
    sheet,
    load,
    seconds,
    searchableSeconds,
    status,
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
  searchableSeconds: null,
  status: null,
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
    ['searchable s', ({ searchableSeconds }) => decimals(2)(searchableSeconds)],
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
  const { first, again } = bothLoads(sheet, rows)
  const within = (goal: string, most: number, figure: number): Goal =>
    withinSeconds({ goal: `${sheet}: ${goal}`, statedAt }, most, figure, marks)
  const memory = { goal: `${sheet}: first load under ${megabytes} MB resident`, isMet: under(megabytes) }
  return [
    within('first load', firstSeconds, first.seconds),
    judge({ ...memory, statedAt }, first.peakMegabytes, `${whole(first.peakMegabytes)} MB`, marks),
    within('again', againSeconds, again.seconds),
    nothingWritten(sheet, again, marks),
  ]
}

/** What a sheet at an address may take: until it can be searched, and until it is found to be the same. */
export interface AddressLimits {
  readonly searchableSeconds: number
  readonly againSeconds: number
  readonly statedAt: number
}

/** The same for the loads of a sheet at an address. */
export function addressGoals(
  sheet: string,
  rows: readonly LoadRow[],
  { searchableSeconds, againSeconds, statedAt }: AddressLimits,
  marks: number,
): Goal[] {
  const { first, again } = bothLoads(sheet, rows)
  const within = (goal: string, most: number, figure: number | null): Goal =>
    withinSeconds({ goal: `${sheet}: ${goal}`, statedAt }, most, figure, marks)
  return [
    within('searchable', searchableSeconds, first.searchableSeconds),
    within('again', againSeconds, again.seconds),
    isSkipped(sheet, again, marks),
    nothingWritten(sheet, again, marks),
  ]
}

function bothLoads(sheet: string, rows: readonly LoadRow[]): { first: LoadRow; again: LoadRow } {
  const [first, again] = ['first', 'again'].map((name) => rows.find(({ load }) => load === name))
  if (!first || !again) {
    throw new Error(`${sheet} was not loaded twice`)
  }
  return { first, again }
}

const withinSeconds = (
  { goal, statedAt }: Pick<Limit, 'goal' | 'statedAt'>,
  most: number,
  figure: number | null,
  marks: number,
): Goal =>
  judge(
    { goal: `${goal} at most ${most} s`, isMet: atMost(most), statedAt },
    figure,
    `${decimals(1)(figure)} s`,
    marks,
  )

/** Holds for every size. */
function isSkipped(sheet: string, { rowsRead, status }: LoadRow, marks: number): Goal {
  const isMet = (rows: number): boolean => rows === 0 && status === 'skipped'
  const goal = { goal: `${sheet}: again reads no row and is told as skipped`, isMet }
  return judge(goal, rowsRead, `${whole(rowsRead)} read, ${status}`, marks)
}

/** Holds for every size. */
function nothingWritten(sheet: string, { marks: written, versionMoved }: LoadRow, marks: number): Goal {
  const count = (written?.inserted ?? 0) + (written?.updated ?? 0)
  const goal = `${sheet}: again writes no brand and moves no version`
  const text = versionMoved ? 'version moved' : `${whole(count)} written`
  return judge({ goal, isMet: (figure) => figure === 0 && !versionMoved }, count, text, marks)
}
