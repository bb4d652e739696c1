import type { SheetRow } from '../../formats/sheet.ts'
import type { FoundColumns } from './columns.ts'

/** If a larger share of the rows is short, the missing cells are probably empty cells. */
const MAX_SHORT_SHARE = 0.05

/**
 * Returns a function that returns the damaged rows of a batch. Call the function for all batches of a worksheet, in order.
 *
 * A row is short if it has fewer cells than the header row.
 * A short row is damaged in two cases (docs/decisions.md#synchronization: Rows with fewer cells):
 *
 * - some complete rows end with empty cells, and no adjacent row is equally short;
 * - no complete row ends with empty cells, and short rows are rare.
 */
export function shortRowSearch({
  headerRow,
  width,
}: FoundColumns): (batch: readonly SheetRow[]) => ReadonlySet<SheetRow> {
  let writesEmpty = false
  let count = 0
  let shortCount = 0
  let before: SheetRow | undefined
  const isShort = ({ written = width }: SheetRow): boolean => written < width
  return (batch) => {
    const rows = batch.filter(({ number }) => number > headerRow)
    writesEmpty ||= rows.some((row) => !isShort(row) && row.cells.length < width)
    const short = rows.filter(isShort)
    count += rows.length
    shortCount += short.length
    const last = before
    before = rows.at(-1) ?? before
    if (!writesEmpty) {
      return new Set(shortCount <= count * MAX_SHORT_SHARE ? short : [])
    }
    // Excel omits empty cells at the end of several rows in sequence, so adjacent rows that are equally short are intact.
    const isAlone = ({ written }: SheetRow, place: number): boolean =>
      (rows[place - 1] ?? last)?.written !== written && rows[place + 1]?.written !== written
    return new Set(rows.filter((row, place) => isShort(row) && isAlone(row, place)))
  }
}
