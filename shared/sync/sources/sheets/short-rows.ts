import type { SheetRow } from '../../formats/sheet.ts'
import type { FoundColumns } from './columns.ts'

/** If a larger share of the rows has fewer cells than the header row, the missing cells were probably empty. */
const MAX_SHORT_SHARE = 0.05

/**
 * Returns a function that returns the damaged rows of a batch. Call the function for all batches of a worksheet, in order,
 * each with the first row of the next batch.
 *
 * A row is short if it has fewer cells than the header row. Other rows are full.
 * A short row is damaged in two cases (docs/decisions.md#synchronization: Rows with fewer cells):
 *
 * - some full rows end with empty cells, and no adjacent row is equally short;
 * - no full row ends with empty cells, and short rows are rare.
 */
export function shortRowSearch({
  headerRow,
  width,
}: FoundColumns): (batch: readonly SheetRow[], next?: SheetRow) => ReadonlySet<SheetRow> {
  let writesEmpty = false
  let count = 0
  let shortCount = 0
  let before: SheetRow | undefined
  const isShort = ({ written = width }: SheetRow): boolean => written < width
  return (batch, next) => {
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
    // In delimited text, Excel omits the empty cells at the end of rows for a whole block of rows.
    // Adjacent rows that are equally short are therefore intact.
    const isAlone = ({ written }: SheetRow, place: number): boolean =>
      (rows[place - 1] ?? last)?.written !== written && (rows[place + 1] ?? next)?.written !== written
    return new Set(rows.filter((row, place) => isShort(row) && isAlone(row, place)))
  }
}
