import type { SheetRow } from '../sheet.ts'
import type { Part } from './archive.ts'
import type { Range } from './cell-reference.ts'
import type { CellContext } from './cell-value.ts'
import { rowCollector } from './row-collector.ts'
import { xmlReader } from './xml-reader.ts'

/** Some fifty rows fit in, and each can claim every column: a whole chunk of such would take 100 MB. */
const SLICE_BYTES = 2_048

/**
 * The rows of a sheet, those of one chunk of its XML at a time, or fewer where they are very wide; no more is
 * read before they are asked for.
 *
 * `onRead` is told of the bytes of each chunk. Throws SyncError where the sheet is no good: rows that came
 * before are then those of a part of it.
 */
export async function* sheetRows(
  sheet: Part,
  context: CellContext,
  merged: readonly Range[],
  onRead: (bytes: number) => void,
): AsyncGenerator<SheetRow[], void> {
  const { handlers, take, isFull } = rowCollector(context, merged)
  const reader = xmlReader('the rows of its sheet', handlers)
  for await (const bytes of sheet.bytes()) {
    for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
      reader.write(bytes.subarray(at, at + SLICE_BYTES))
      if (isFull()) {
        yield take()
      }
    }
    onRead(bytes.length)
    const rows = take()
    if (rows.length > 0) {
      yield rows
    }
  }
  reader.end()
}
