import type { Cell } from './cell.ts'
import { textOf } from './read-value.ts'

/** Signs and words for "the same as above", such as `"`, `ídem` and `mismo titular`. */
const DITTO =
  /^(?:["'″〃]{1,2}|[íi]dem\.?|[íi]d\.|ib[íi]d(?:em)?\.?|[-\s]*do\.?[-\s]*|(?:el |la |los |las )?mism[oa]s?(?: (?:titular|solicitante|representante|anterior))?|igual (?:al|que el) (?:anterior|titular|solicitante))$/i
/** The maximum length of a ditto mark. Longer cells are not compared, to save time. */
const LONGEST_DITTO = 30

/** Returns whether a cell is a ditto mark, which repeats the value in the row above. */
export const isDitto = (cell: Cell): boolean =>
  typeof cell === 'string' && cell.trim().length <= LONGEST_DITTO && DITTO.test(textOf(cell))
