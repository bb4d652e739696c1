import type { Sheet, SheetRow } from '../../formats/sheet.ts'
import type { Rejection } from '../../run.ts'
import { SyncError } from '../../sync-error.ts'
import type { MarkRecord } from '../../values/mark-record.ts'
import { readDay } from '../../values/read-value.ts'
import { type FoundColumns, findColumns, HEADER_ROWS, isHeaderRow } from './columns.ts'
import { readRow } from './read-row.ts'

/** What some rows of a sheet came to. */
export interface ReadRows {
  records: { rowNumber: number; record: MarkRecord }[]
  rejections: Rejection[]
  /** Applications above a row without a number of its own, which may be the rest of theirs. */
  broken: { rowNumber: number; nroSolicitud: string }[]
  /** How many rows of data that were. */
  rows: number
  /** How much of the sheet has been read, from 0 to 1. */
  progress: number
}

/**
 * Reads a sheet from its headers to its end, and lets go of it, however it ends.
 *
 * @throws SyncError when the sheet is no good as a whole: no headers, no data, or what its reader throws
 */
export async function* readRecords(open: () => Promise<Sheet>): AsyncGenerator<ReadRows> {
  const sheet = await open()
  try {
    let columns: FoundColumns | undefined
    let rows = 0
    let above: string | null = null
    for await (const batch of withHeadTogether(sheet.rows)) {
      columns ??= findColumns(batch)
      const read = readBatch(columns, batch, sheet, above)
      above = read.above
      rows += read.rows
      yield read
    }
    if (rows === 0) {
      throw new SyncError(
        'no_rows',
        columns ? 'There are headers, and no rows below them.' : 'There are no rows.',
      )
    }
  } finally {
    await sheet.close()
  }
}

/** The same rows; the first batch holds as many as the headers are looked for in, whatever the reader's batches. */
async function* withHeadTogether(batches: Sheet['rows']): AsyncGenerator<readonly SheetRow[]> {
  let head: SheetRow[] | undefined = []
  for await (const batch of batches) {
    if (head === undefined) {
      yield batch
      continue
    }
    head.push(...batch)
    if (head.length >= HEADER_ROWS) {
      yield head
      head = undefined
    }
  }
  if (head !== undefined && head.length > 0) {
    yield head
  }
}

function readBatch(
  columns: FoundColumns,
  batch: readonly SheetRow[],
  sheet: Sheet,
  before: string | null,
): ReadRows & { above: string | null } {
  const read: ReadRows = { records: [], rejections: [], broken: [], rows: 0, progress: sheet.progress() }
  let above = before
  for (const row of batch) {
    if (row.number <= columns.headerRow) {
      continue
    }
    const found = readRow(columns, row, sheet.epoch)
    if (found.nroSolicitud === null && isHeaderRow(columns, row)) {
      continue
    }
    read.rows += 1
    const rowNumber = row.number
    if (!('reason' in found)) {
      read.records.push({ rowNumber, record: found })
    } else {
      read.rejections.push({ rowNumber, ...found })
      if (found.nroSolicitud === null && above !== null && isRestOfARow(columns, row, sheet)) {
        read.broken.push({ rowNumber, nroSolicitud: above })
      }
    }
    above = found.nroSolicitud ?? above
  }
  return { ...read, above }
}

/**
 * Whether a row without a number may be what is left of the row above: it has no filing date of its own, and is more
 * than a note or a total below the rows, which is a single cell.
 */
const isRestOfARow = ({ at }: FoundColumns, { cells }: SheetRow, { epoch }: Sheet): boolean =>
  !readDay(cells[at.fechaPresentacion] ?? null, epoch) && cells.filter((cell) => cell !== null).length > 1
