import type { SheetRow } from '../../formats/sheet.ts'
import { textOf } from '../../values/read-value.ts'
import type { FoundColumns } from './columns.ts'

/**
 * Returns the application numbers of lines that are joined to a row, because a delimited text lacks line breaks. The separator
 * between two lines may also be missing. One cell then contains the last cell of a line and the first cell of the next line.
 * Only the last digits of a cell are therefore read, as many as the number of the row (`own`) has.
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
