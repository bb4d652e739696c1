import type { SheetRow } from '../../formats/sheet.ts'
import { SyncError } from '../../sync-error.ts'
import { foldWords } from '../../text/fold-words.ts'
import type { Cell } from '../../values/cell.ts'
import { quote } from '../../values/quote.ts'
import { textOf } from '../../values/read-value.ts'
import { isWithoutEffect } from '../../values/without-effect.ts'

/** Words, folded, of a worksheet or of a heading whose rows are not to be used. */
const NOT_TO_USE =
  /\b(?:no (?:usar|utilizar|considerar|cargar|publicar)|pruebas?|borrador(?:es)?|ejemplos?|(?:ingresad|cargad|duplicad)[oa]s por error|obsolet[oa]s?|descartad[oa]s?|(?:eliminad|borrad)[oa]s|papelera|plantilla|test|draft)\b/
const LONGEST_HEADING = 100

/** What a remark beside a row says, besides the words of a heading. */
const AGAINST_USE = /\b(?:por error|eliminad[oa]|duplicad[oa]|anulad[oa] por el usuario)\b/

/** Returns whether a remark says that its row is not to be used. */
export const isAgainstUse = (remark: string): boolean => {
  const words = foldWords(remark)
  return words !== '' && (NOT_TO_USE.test(words) || AGAINST_USE.test(words) || isWithoutEffect(remark))
}

/** What a column of deleted rows has in the others. */
const NOT_DELETED = /^(?:0|no?|f|fals[eo]|-|null)?$/i

/** Returns whether the cell of a column such as `eliminado` says that its row was deleted. */
export const isDeletion = (cell: Cell): boolean => !NOT_DELETED.test(textOf(cell))

/** Returns whether a row has only a heading that says that the rows below it are not to be used. */
export function isNotToUse({ cells }: SheetRow): boolean {
  const [cell = null, ...others] = cells.filter((each) => each !== null)
  return (
    typeof cell === 'string' &&
    others.length === 0 &&
    cell.length <= LONGEST_HEADING &&
    NOT_TO_USE.test(foldWords(cell))
  )
}

/** Throws SyncError for rows below a heading that says that they are not to be used. */
export function rejectBelow(heading: SheetRow, row: SheetRow): never {
  const words = quote(textOf(heading.cells.find((cell) => cell !== null) ?? null))
  throw notToUse(`Row ${heading.number} says ${words}, and row ${row.number} below it is a mark`)
}

/** Throws SyncError for a worksheet with marks whose name says that it is not to be used. */
export function assertToUse(worksheet: string): void {
  if (NOT_TO_USE.test(foldWords(worksheet))) {
    throw notToUse('It has marks, and its name says that they are not to be used')
  }
}

const notToUse = (message: string): SyncError =>
  new SyncError('headers_missing', `${message}: delete what does not belong to the register.`)
