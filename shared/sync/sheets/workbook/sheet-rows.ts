import type { SheetRow } from '../sheet.ts'
import type { Part } from './archive.ts'
import type { Range } from './cell-reference.ts'
import type { CellContext } from './cell-value.ts'
import { rowCollector } from './row-collector.ts'
import { xmlReader } from './xml-reader.ts'

/**
 * The rows of a sheet, those of one chunk of its XML at a time; no more is read before they are asked for.
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
  const { handlers, take } = rowCollector(context, merged)
  const reader = xmlReader('the rows of its sheet', handlers)
  for await (const bytes of sheet.bytes()) {
    reader.write(bytes)
    onRead(bytes.length)
    const rows = take()
    if (rows.length > 0) {
      yield rows
    }
  }
  reader.end()
}
