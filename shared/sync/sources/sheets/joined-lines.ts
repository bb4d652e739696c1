import type { SheetRow } from '../../formats/sheet.ts'
import { textOf } from '../../values/read-value.ts'
import type { FoundColumns } from './columns.ts'

/**
 * Returns the application numbers of all lines in a row except the first line. A row contains several lines of the file
 * if the line breaks between them are missing.
 *
 * A cell may contain the end of one line and the number of the next line: `2020-01-051234567`. So only the last digits of a
 * cell count.
 *
 * @param own the application number of the first line. The other numbers must have the same length.
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
