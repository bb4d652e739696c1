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

/** A sheet to read. */
export interface SheetFile {
  path: string
  /** The name of the file, for rejections and messages. */
  name: string
  /** The name that all editions of the sheet share. */
  series: string
  edition: Edition
  /** True if the download or the archive proves that the file is complete. */
  isComplete: boolean
}

/** The progress of a run while it reads. */
export interface ReadProgress {
  sheet: string
  /** The number of rows read so far, in all sheets of the run. */
  rows: number
  /** The share of all sheets that has been read, from 0 to 1. */
  part: number
}

/** The counts of one edition of a sheet. */
interface Tally {
  /** The names of the files of the edition, in one text. */
  name: string
  files: readonly SheetFile[]
  /** The number of worksheets with marks so far. */
  worksheets: number
  rows: number
  rejected: number
  /** The number of rejected rows that are notes, not marks. */
  notes: number
  /** The first rejected rows. */
  firstRejections: Rejection[]
  /** Quoted names of the worksheets that are not read, with the number of their rows. */
  unreadWorksheets: Map<string, number>
  /** Quoted headers of columns that are not read, with the number of rows below them. */
  unread: Map<string, number>
  /** The counter of filled fields of each worksheet, by the columns of the worksheet. */
  fields: Map<FoundColumns, ReturnType<typeof fieldCounter>>
}

/** The number of rejected rows that an error message quotes. */
const QUOTED_REJECTIONS = 3
/** The share of rejected rows above which the whole sheet is rejected. */
const MAX_REJECTED_SHARE = 0.05
/** If more than this share of the rows are notes, notes count as rejected rows, because they may be misread marks. */
const MAX_NOTES_SHARE = 0.2
/** Up to this number, notes never count as rejected rows. */
const FEW_NOTES = 10
/** The number of rejected rows of an edition above which reading stops. */
const MAX_REJECTIONS = 100_000

/**
 * Reads sheets, stages their rows for the run, and stores the rejected rows.
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

/** The maximum number of unread worksheets and columns that are reported. */
const MAX_NAMES = 100

/** Returns the names of the worksheets and the headers of the columns that were not read, each with its number of rows. */
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

/** Returns the rows to stage. A rejected row is staged without a record, so that its whole application is excluded later. */
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

/**
 * Rejects rows with an implausible number or day, and contradictory rows of an application. If one row of an application is
 * rejected, the other rows are also rejected.
 */
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
    const share = `${rejected} of its ${rows} rows cannot be used, and more than 5 % are too many to trust the rest.`
    throw ofSheet(name, new SyncError('too_many_rejected', `${share} ${reasonsOf(tally)}`))
  }
}

const reasonsOf = ({ firstRejections }: Tally): string =>
  `The first rejected rows: ${firstRejections
    .map(({ rowNumber, reason }) => `${rowNumber} (${withoutQuotations(reason)})`)
    .join(', ')}.`

/** Returns an error with the same code, and with the name of the sheet before the message. */
export const ofSheet = (name: string, error: SyncError): SyncError =>
  new SyncError(error.code, `${name}: ${error.message}`, { cause: error })
