import type { Cell } from './cell.ts'
import { textOf } from './read-value.ts'

/** Marks for "the same as above". */
const DITTO =
  /^(?:["'″〃]{1,2}|[íi]dem\.?|[íi]d\.|ib[íi]d(?:em)?\.?|[-\s]*do\.?[-\s]*|(?:el |la |los |las )?mism[oa]s?(?: (?:titular|solicitante|representante|anterior))?|igual (?:al|que el) (?:anterior|titular|solicitante))$/i
/** The maximum length of a ditto. Longer cells are not cleaned and compared, because every cell of a sheet is checked. */
const LONGEST_DITTO = 30

/** Returns whether a cell contains a ditto mark or words that repeat the value of the row above. */
export const isDitto = (cell: Cell): boolean =>
  typeof cell === 'string' && cell.trim().length <= LONGEST_DITTO && DITTO.test(textOf(cell))
