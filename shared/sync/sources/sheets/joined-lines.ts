import type { SheetRow } from '../../formats/sheet.ts'
import { textOf } from '../../values/read-value.ts'
import type { FoundColumns } from './columns.ts'

/**
 * Returns the application numbers of lines that follow in a row of a delimited text because their line breaks are
 * missing. Such a number has as many digits as the row's own number. It is in the number column, counted from the last
 * cell of the line before; the separator after that cell may also be missing.
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
