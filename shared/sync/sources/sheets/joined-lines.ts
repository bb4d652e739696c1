import type { SheetRow } from '../../formats/sheet.ts'
import { textOf } from '../../values/read-value.ts'
import type { FoundColumns } from './columns.ts'

/**
 * Returns the application numbers of the lines that are joined to the first line of a row. Lines of a file are joined if
 * the line breaks between them are missing.
 *
 * A cell may contain the end of one line and the number of the next line: `2020-01-051234567`. The last digits of the cell
 * are the number. It has as many digits as `firstNumber`, the application number of the first line.
 */
export function numbersBehind(
  { at, width }: FoundColumns,
  { cells, written = 0 }: SheetRow,
  firstNumber: string,
): string[] {
  const numbers: string[] = []
  const numberAt = (column: number): string | undefined => {
    const digits = /\d*$/.exec(textOf(cells[column] ?? null).replaceAll('.', ''))?.[0] ?? ''
    return digits.length >= firstNumber.length ? digits.slice(-firstNumber.length) : undefined
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
