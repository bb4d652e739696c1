import type { Database } from '../../../db/database.ts'
import { whileUnchanged } from '../../fetch/unchanged-file.ts'
import { excludeRejected, rejectContradictions, rejectOddRows, saveRejections } from '../../run/rejections.ts'
import type { ReadResult, Rejection, RunContext, RunProgress } from '../../run.ts'
import { type StagedRow, stageRows } from '../../staging/stage-rows.ts'
import { SyncError } from '../../sync-error.ts'
import { addCounts, type FieldCount, fieldCounter } from '../../values/field-counts.ts'
import { withoutQuotations } from '../../values/quote.ts'
import { type FoundColumns, fieldsOf } from './columns.ts'
import type { Edition } from './edition.ts'
import { openSheet } from './open-sheet.ts'
import { type ReadRows, readRecords } from './read-records.ts'

export interface SheetFile {
  path: string
  /** The file name, for rejections and messages. */
  name: string
  /** The name that all editions of the sheet share. */
  series: string
  edition: Edition
  /** True if the download or the archive proves that the file is complete. */
  isComplete: boolean
}

export interface ReadProgress {
  sheet: string
  /** The number of rows read so far, in all sheets of the run. */
  rows: number
  /** The share of all sheets read so far, from 0 to 1. */
  part: number
}

/** The counts of one edition of a sheet. */
interface Tally {
  name: string
  files: readonly SheetFile[]
  worksheets: number
  rows: number
  rejected: number
  /** The number of rejected rows that are notes, not marks. */
  notes: number
  firstRejections: Rejection[]
  /** Unread worksheets: the quoted name and the number of rows. */
  unreadWorksheets: Map<string, number>
  /** Unread columns: the quoted header and the number of rows. */
  unread: Map<string, number>
  fields: Map<FoundColumns, ReturnType<typeof fieldCounter>>
}

const QUOTED_REJECTIONS = 3
/** Above this share of rejected rows, the run fails. */
const MAX_REJECTED_SHARE = 0.05
/** If more than this share of the rows are notes, they also count towards `MAX_REJECTED_SHARE`: they may be misread marks. */
const MAX_NOTES_SHARE = 0.2
/** Up to this number, notes never count towards `MAX_REJECTED_SHARE`. */
const FEW_NOTES = 10
/** Above this number of rejected rows in an edition, the run fails at once. */
const MAX_REJECTIONS = 100_000

/**
 * Reads sheets, stages the rows for the run, and stores the rejected rows.
 *
 * @throws SyncError with the name of the sheet in its message, if a sheet cannot be used
 */
export async function readSheets(
  database: Database,
  run: RunContext,
  sheets: readonly SheetFile[],
  onProgress: (progress: ReadProgress) => void = () => {},
): Promise<Pick<ReadResult, 'fill' | 'ignored'>> {
  const tallies = editionsOf(sheets).map(newTally)
  await stageRows(database, run.id, stagedRows(database, run, tallies, onProgress), run.signal)
  await rejectIncoherent(database, run, tallies)
  tallies.forEach(assertFewRejected)
  return { fill: tallies.map(fillOf), ignored: unreadNames(tallies) }
}

/** Groups sheets by edition. Files of the same series and day are parts of one edition. */
export const editionsOf = <File extends SheetFile>(sheets: readonly File[]): File[][] => [
  ...Map.groupBy(sheets, ({ series, edition }) => `${edition.day} ${series}`).values(),
]

const newTally = (files: readonly SheetFile[]): Tally => ({
  name: files.map(({ name }) => name).join(', '),
  files,
  worksheets: 0,
  rows: 0,
  rejected: 0,
  notes: 0,
  firstRejections: [],
  unreadWorksheets: new Map(),
  unread: new Map(),
  fields: new Map(),
})

const fillOf = ({ fields }: Tally): FieldCount[] =>
  addCounts([...fields.values()].flatMap((counter) => counter.counts()))

const MAX_NAMES = 100

function unreadNames(tallies: readonly Tally[]): Map<string, number> {
  const unread = new Map<string, number>()
  const names = tallies.flatMap((tally) => [
    ...[...tally.unreadWorksheets].map(([name, rows]) => [`worksheet ${name}`, rows] as const),
    ...[...tally.unread].map(([header, rows]) => [`column ${header}`, rows] as const),
  ])
  for (const [name, rows] of names) {
    if (unread.has(name) || unread.size < MAX_NAMES) {
      unread.set(name, (unread.get(name) ?? 0) + rows)
    }
  }
  return unread
}

async function* stagedRows(
  database: Database,
  run: RunContext,
  tallies: readonly Tally[],
  onProgress: (progress: ReadProgress) => void,
): AsyncGenerator<StagedRow[]> {
  const files = tallies.flatMap((tally, index) =>
    tally.files.map((file) => ({ file, tally, sheet: index + 1 })),
  )
  for (const [index, { file, tally, sheet }] of files.entries()) {
    const { name, path, edition, isComplete } = file
    try {
      const records = readRecords(
        () => openSheet(path, isComplete),
        (worksheet, rows) => tally.unreadWorksheets.set(worksheet, rows),
        { worksheets: tally.worksheets, name },
      )
      for await (const read of whileUnchanged(path, records)) {
        count(read, tally, run.progress)
        await saveRejections(database, { runId: run.id, sheet: name }, read.rejections)
        yield staged(read, sheet, edition.day)
        const part = (index + read.progress) / files.length
        onProgress({ sheet: name, rows: run.progress.summary.rowsRead, part })
      }
    } catch (error) {
      throw error instanceof SyncError ? ofSheet(name, error) : error
    }
  }
}

function count(
  { rows, records, rejections, notes, columns, place }: ReadRows,
  tally: Tally,
  progress: RunProgress,
): void {
  for (const header of columns.unread) {
    tally.unread.set(header, (tally.unread.get(header) ?? 0) + rows)
  }
  const fields = tally.fields.get(columns) ?? fieldCounter(fieldsOf(columns))
  tally.fields.set(columns, fields)
  for (const { record } of records) {
    fields.add(record)
  }
  tally.worksheets = place + 1
  tally.rows += rows
  tally.rejected += rejections.length
  tally.notes += notes
  tally.firstRejections.push(...rejections.slice(0, QUOTED_REJECTIONS - tally.firstRejections.length))
  progress.count({ rows, rejected: rejections.length })
  if (tally.rejected > MAX_REJECTIONS) {
    const reason = `more than ${MAX_REJECTIONS} of its rows cannot be used. ${reasonsOf(tally)}`
    throw new SyncError('too_many_rejected', reason)
  }
}

/**
 * Returns the rows to stage. Each record gives a row. Each application number in `rejections` and `incomplete` gives a row
 * without a record, so that `excludeRejected` deletes all rows of this application in the sheet.
 */
const staged = (
  { records, rejections, incomplete }: Pick<ReadRows, 'records' | 'rejections' | 'incomplete'>,
  sheet: number,
  fechaFuente: string,
): StagedRow[] => [
  ...records.map(({ rowNumber, record }) => ({
    sheet,
    rowNumber,
    nroSolicitud: record.nroSolicitud,
    fechaFuente,
    record,
  })),
  ...[...rejections, ...incomplete].flatMap(({ rowNumber, nroSolicitud }) =>
    nroSolicitud === null ? [] : [{ sheet, rowNumber, nroSolicitud, fechaFuente, record: null }],
  ),
]

async function rejectIncoherent(
  database: Database,
  run: RunContext,
  tallies: readonly Tally[],
): Promise<void> {
  const names = tallies.map(({ name }) => name)
  for (const reject of [rejectOddRows, rejectContradictions]) {
    for (const { sheet, rejected, first } of await reject(database, run.id, names)) {
      addRejected(tallies[sheet - 1] as Tally, run, rejected, first)
    }
  }
  for (const { sheet, rejected } of await excludeRejected(database, run.id, names)) {
    addRejected(tallies[sheet - 1] as Tally, run, rejected)
  }
}

function addRejected(
  tally: Tally,
  { progress }: RunContext,
  rejected: number,
  first: readonly Rejection[] = [],
): void {
  tally.rejected += rejected
  tally.firstRejections.push(...first.slice(0, QUOTED_REJECTIONS - tally.firstRejections.length))
  progress.count({ rejected })
}

function assertFewRejected(tally: Tally): void {
  const { name } = tally
  const notes = tally.notes > Math.max(FEW_NOTES, tally.rows * MAX_NOTES_SHARE) ? 0 : tally.notes
  const rejected = tally.rejected - notes
  const rows = tally.rows - notes
  if (rejected > rows * MAX_REJECTED_SHARE) {
    const share = `${rejected} of its ${rows} rows cannot be used, which is over the limit of 5 %.`
    throw ofSheet(name, new SyncError('too_many_rejected', `${share} ${reasonsOf(tally)}`))
  }
}

const reasonsOf = ({ firstRejections }: Tally): string =>
  `The first rejected rows: ${firstRejections
    .map(({ rowNumber, reason }) => `${rowNumber} (${withoutQuotations(reason)})`)
    .join(', ')}.`

export const ofSheet = (name: string, error: SyncError): SyncError =>
  new SyncError(error.code, `${name}: ${error.message}`, { cause: error })
