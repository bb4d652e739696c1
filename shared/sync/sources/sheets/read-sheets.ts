import type { Database } from '../../../db/database.ts'
import { type StagedRow, stageRows } from '../../apply/stage-rows.ts'
import { excludeRejected, keepRejections } from '../../run/rejections.ts'
import type { StartedRun } from '../../run.ts'
import { SyncError } from '../../sync-error.ts'
import type { Edition } from './edition.ts'
import { openSheet } from './open-sheet.ts'
import { type ReadRows, readRecords } from './read-records.ts'

/** A sheet to read. */
export interface SheetFile {
  path: string
  /** The file's own name: what rejections and messages call the sheet. */
  name: string
  edition: Edition
}

/** How far the reading is. */
export interface ReadProgress {
  sheet: string
  /** Rows of all sheets of the run so far. */
  rows: number
  /** How much of all sheets has been read, from 0 to 1. */
  part: number
}

/** What one sheet came to. */
interface Tally {
  name: string
  rows: number
  rejected: number
}

/** More than this share of rows that cannot be used, and the sheet is not what we take it for. */
const MOST_REJECTED = 0.05
/** More than a twentieth of the rows that any workbook has: no need to read on. */
const MOST_KEPT = 100_000

/**
 * Reads sheets and stages their rows for the run; what cannot be used is kept among its rejections.
 *
 * @throws SyncError, with the sheet's name in its message, when one of them cannot be used
 */
export async function readSheets(
  database: Database,
  run: StartedRun,
  sheets: readonly SheetFile[],
  onProgress: (progress: ReadProgress) => void = () => {},
): Promise<void> {
  const tallies = sheets.map(({ name }): Tally => ({ name, rows: 0, rejected: 0 }))
  await stageRows(database, run.id, stagedRows(database, run, sheets, tallies, onProgress), run.signal)
  await exclude(database, run, tallies)
  tallies.forEach(refuseTooManyRejected)
}

async function* stagedRows(
  database: Database,
  run: StartedRun,
  sheets: readonly SheetFile[],
  tallies: readonly Tally[],
  onProgress: (progress: ReadProgress) => void,
): AsyncGenerator<StagedRow[]> {
  for (const [index, tally] of tallies.entries()) {
    const file = sheets[index] as SheetFile
    try {
      for await (const read of readRecords(() => openSheet(file.path))) {
        count(read, tally, run.reading)
        await keepRejections(database, { runId: run.id, sheet: tally.name }, read.rejections)
        yield staged(read, index + 1, file.edition.day)
        const part = (index + read.progress) / sheets.length
        onProgress({ sheet: tally.name, rows: run.reading.rowsRead, part })
      }
    } catch (error) {
      throw error instanceof SyncError ? ofSheet(tally.name, error) : error
    }
  }
}

function count({ rows, rejections }: ReadRows, tally: Tally, reading: StartedRun['reading']): void {
  tally.rows += rows
  tally.rejected += rejections.length
  reading.rowsRead += rows
  reading.rejected += rejections.length
  if (tally.rejected > MOST_KEPT) {
    throw new SyncError('too_many_rejected', `more than ${MOST_KEPT} of its rows cannot be used.`)
  }
}

/** Rows as they are staged: one that cannot be used takes the rest of its application out with it. */
const staged = (
  { records, rejections, broken }: Pick<ReadRows, 'records' | 'rejections' | 'broken'>,
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
  ...[...rejections, ...broken].flatMap(({ rowNumber, nroSolicitud }) =>
    nroSolicitud === null ? [] : [{ sheet, rowNumber, nroSolicitud, fechaFuente, record: null }],
  ),
]

/** Leaves out whole every application of which some row cannot be used: nothing is shown half. */
async function exclude(database: Database, run: StartedRun, tallies: readonly Tally[]): Promise<void> {
  const names = tallies.map(({ name }) => name)
  for (const { sheet, rejected } of await excludeRejected(database, run.id, names)) {
    ;(tallies[sheet - 1] as Tally).rejected += rejected
    run.reading.rejected += rejected
  }
}

function refuseTooManyRejected({ name, rows, rejected }: Tally): void {
  if (rejected > rows * MOST_REJECTED) {
    const reason = `${rejected} of its ${rows} rows cannot be used, and more than 5 % are too many to trust the rest.`
    throw ofSheet(name, new SyncError('too_many_rejected', reason))
  }
}

/** A sentence about a sheet, with its name in front. */
export const ofSheet = (name: string, error: SyncError): SyncError =>
  new SyncError(error.code, `${name}: ${error.message}`, { cause: error })
