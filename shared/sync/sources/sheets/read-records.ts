import type { Sheet, SheetRow } from '../../formats/sheet.ts'
import type { Rejection } from '../../run.ts'
import { SyncError } from '../../sync-error.ts'
import type { MarkRecord } from '../../values/mark-record.ts'
import { readDay } from '../../values/read-value.ts'
import { type FoundColumns, findColumns, HEADER_ROWS, isHeaderRow } from './columns.ts'
import { readRow } from './read-row.ts'

/** The result of reading a batch of rows. */
export interface ReadRows {
  records: { rowNumber: number; record: MarkRecord }[]
  rejections: Rejection[]
  /** Applications that may continue in a row without a number: they would be incomplete. */
  incomplete: { rowNumber: number; nroSolicitud: string }[]
  /** The number of data rows. */
  rows: number
  columns: FoundColumns
  /** The share of the sheet that has been read, from 0 to 1. */
  progress: number
}

/**
 * Reads a sheet from its headers to its end, and closes it.
 *
 * @throws SyncError when the sheet cannot be used: no headers, no data, or an error of its reader
 */
export async function* readRecords(open: () => Promise<Sheet>): AsyncGenerator<ReadRows> {
  const sheet = await open()
  try {
    let columns: FoundColumns | undefined
    let rows = 0
    let above: string | null = null
    for await (const batch of withWholeHead(sheet.rows)) {
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

/** Yields the same rows with all rows in which headers are searched in the first batch. */
async function* withWholeHead(batches: Sheet['rows']): AsyncGenerator<readonly SheetRow[]> {
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
  const read: ReadRows = {
    records: [],
    rejections: [],
    incomplete: [],
    rows: 0,
    columns,
    progress: sheet.progress(),
  }
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
      if (found.nroSolicitud === null && above !== null && continuesRowAbove(columns, row, sheet)) {
        read.incomplete.push({ rowNumber, nroSolicitud: above })
      }
    }
    above = found.nroSolicitud ?? above
  }
  return { ...read, above }
}

/**
 * Returns whether a row without a number may continue the row above: it has no filing date, and more than the single cell
 * of a note or a total.
 */
const continuesRowAbove = ({ at }: FoundColumns, { cells }: SheetRow, { epoch }: Sheet): boolean =>
  !readDay(cells[at.fechaPresentacion] ?? null, epoch) && cells.filter((cell) => cell !== null).length > 1
