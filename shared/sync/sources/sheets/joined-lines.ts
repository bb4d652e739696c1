import type { SheetRow } from '../../formats/sheet.ts'
import { textOf } from '../../values/read-value.ts'
import type { FoundColumns } from './columns.ts'

/**
 * Returns the application numbers of further lines that a row of a delimited text contains because line breaks are missing.
 * A number counts only if it has as many digits as `own`, the number of the row, and is in the number column of its line.
 * If the separator between two lines is also missing, the last cell of a line and the first cell of the next line are one
 * cell. If numbers are in the first column, the number is then at the end of this cell.
 */
export function numbersBehind(
  { at, width }: FoundColumns,
  { cells, written = 0 }: SheetRow,
  own: string,
): string[] {
  const numbers: string[] = []
  const numberAt = (column: number): string | undefined => {
    const digits = /\d*$/.exec(textOf(cells[column] ?? null).replaceAll('.', ''))?.[0] ?? ''
    return digits.length >= own.length ? digits.slice(-own.length) : undefined
  }
  for (let last = width - 1; last + width <= written; ) {
    const glued = numberAt(last + at.nroSolicitud)
    const found = glued ?? numberAt(last + 1 + at.nroSolicitud)
    if (found === undefined) {
      break
    }
    numbers.push(found)
    last += glued === undefined ? width : width - 1
  }
  return numbers
}
