import type { Cell } from './cell.ts'
import { textOf } from './read-value.ts'

/** Signs and words for "the same as above", such as `"`, `ídem` and `mismo titular`. */
const DITTO =
  /^(?:["'″〃]{1,2}|[íi]dem\.?|[íi]d\.|ib[íi]d(?:em)?\.?|[-\s]*do\.?[-\s]*|(?:el |la |los |las )?mism[oa]s?(?: (?:titular|solicitante|representante|anterior))?|igual (?:al|que el) (?:anterior|titular|solicitante))$/i
/** The maximum length of a ditto. Longer cells are not cleaned and compared: this saves time, as every cell is checked. */
const LONGEST_DITTO = 30

/** Returns whether a cell consists of a sign or words that repeat the value in the row above. */
export const isDitto = (cell: Cell): boolean =>
  typeof cell === 'string' && cell.trim().length <= LONGEST_DITTO && DITTO.test(textOf(cell))
