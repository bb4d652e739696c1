import type { SheetRow } from '../../formats/sheet.ts'
import { SyncError } from '../../sync-error.ts'
import { foldWords } from '../../text/fold-words.ts'
import type { Cell } from '../../values/cell.ts'
import { quote } from '../../values/quote.ts'
import { textOf } from '../../values/read-value.ts'
import { isWithoutEffect } from '../../values/without-effect.ts'

const NOT_TO_USE =
  /\b(?:no (?:usar|utilizar|considerar|cargar|publicar)|pruebas?|borrador(?:es)?|ejemplos?|(?:ingresad|cargad|duplicad)[oa]s por error|obsolet[oa]s?|descartad[oa]s?|(?:eliminad|borrad)[oa]s|papelera|plantilla|test|draft)\b/
const LONGEST_HEADING = 100

/** Words that forbid the use of a row only if they are in a remark. */
const AGAINST_USE = /\b(?:por error|eliminad[oa]|duplicad[oa]|anulad[oa] por el usuario)\b/

/** Returns whether a remark forbids the use of its row. */
export const isAgainstUse = (remark: string): boolean => {
  const words = foldWords(remark)
  return words !== '' && (NOT_TO_USE.test(words) || AGAINST_USE.test(words) || isWithoutEffect(remark))
}

const NOT_DELETED = /^(?:0|no?|f|fals[eo]|-|null)?$/i

/** Returns whether a cell marks the row as deleted. `cell` is in a column such as `eliminado`. */
export const isDeletion = (cell: Cell): boolean => !NOT_DELETED.test(textOf(cell))

/** Returns whether a row is only a heading such as `NO USAR`. This heading forbids the use of the rows below. */
export function isNotToUse({ cells }: SheetRow): boolean {
  const [cell = null, ...others] = cells.filter((each) => each !== null)
  return (
    typeof cell === 'string' &&
    others.length === 0 &&
    cell.length <= LONGEST_HEADING &&
    NOT_TO_USE.test(foldWords(cell))
  )
}

/** Throws SyncError `headers_missing` for a row below a heading such as `NO USAR`. */
export function rejectBelow(heading: SheetRow, row: SheetRow): never {
  const words = quote(textOf(heading.cells.find((cell) => cell !== null) ?? null))
  throw notToUse(`Row ${heading.number} says ${words}, but there is a mark below it in row ${row.number}`)
}

/** Throws SyncError `headers_missing` if the name of a worksheet with marks forbids the use of the marks. */
export function assertToUse(worksheet: string): void {
  if (NOT_TO_USE.test(foldWords(worksheet))) {
    throw notToUse('The worksheet contains marks, but its name says not to use them')
  }
}

const notToUse = (message: string): SyncError =>
  new SyncError('headers_missing', `${message}: delete the rows that do not belong to the register.`)
