import type { SheetRow } from '../../formats/sheet.ts'
import { SyncError } from '../../sync-error.ts'
import { saysLeftOut } from '../../values/left-out.ts'
import { quote } from '../../values/quote.ts'
import { textOf } from '../../values/read-value.ts'
import { statedCount } from '../../values/stated-count.ts'

/**
 * Returns a check for missing rows of a worksheet. `add` takes each row without an application number, such as a title.
 * `assertWhole` takes the number of rows that may be marks. It throws SyncError `cut_off` if an added row states a
 * higher number of rows, or says that rows may be missing.
 */
export function incompleteSearch(): { add(line: SheetRow): void; assertWhole(rows: number): void } {
  let most: { line: number; count: number } | undefined
  let notice: { line: number; text: string } | undefined
  return {
    add: ({ number: line, cells }) => {
      const text = cells.flatMap((cell) => (cell === null ? [] : [textOf(cell)])).join(' ')
      const count = statedCount(text)
      if (count !== undefined && count > (most?.count ?? 0)) {
        most = { line, count }
      }
      if (notice === undefined && saysLeftOut(text)) {
        notice = { line, text }
      }
    },
    assertWhole: (rows) => {
      if (most !== undefined && most.count > rows) {
        throw new SyncError(
          'cut_off',
          `Row ${most.line} states ${most.count} rows, but there are only ${rows}.`,
        )
      }
      if (notice !== undefined) {
        throw new SyncError(
          'cut_off',
          `Row ${notice.line} says that rows may be missing: ${quote(notice.text)}.`,
        )
      }
    },
  }
}
