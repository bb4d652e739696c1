import type { MarkRecord } from '../mark-record.ts'
import type { Rejection } from '../rejections.ts'
import { SyncError } from '../sync-error.ts'
import { type FoundColumns, findColumns, HEADER_ROWS, isHeaderRow } from './columns.ts'
import { readRow } from './read-row.ts'
import type { Sheet, SheetRow } from './sheet.ts'

/** What some rows of a sheet came to. */
export interface ReadRows {
  records: { rowNumber: number; record: MarkRecord }[]
  rejections: Rejection[]
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
    for await (const batch of withHeadTogether(sheet.rows)) {
      columns ??= findColumns(batch)
      const read = readBatch(columns, batch, sheet)
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

function readBatch(columns: FoundColumns, batch: readonly SheetRow[], sheet: Sheet): ReadRows {
  const read: ReadRows = { records: [], rejections: [], rows: 0, progress: sheet.progress() }
  for (const row of batch) {
    if (row.number <= columns.headerRow || isHeaderRow(columns, row)) {
      continue
    }
    read.rows += 1
    const found = readRow(columns, row, sheet.epoch)
    if ('reason' in found) {
      read.rejections.push({ rowNumber: row.number, ...found })
    } else {
      read.records.push({ rowNumber: row.number, record: found })
    }
  }
  return read
}
