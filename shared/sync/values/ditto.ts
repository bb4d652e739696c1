import type { Cell } from './cell.ts'
import { textOf } from './read-value.ts'

/** Marks for "the same as above". */
const DITTO = /^(?:["'″〃]{1,2}|[íi]dem\.?|[íi]d\.)$/i
/** Longer cells are not cleaned and compared, because every cell of a sheet is asked. */
const LONGEST_DITTO = 10

/** Returns whether a cell states that its value is the one of the row above. */
export const isDitto = (cell: Cell): boolean =>
  typeof cell === 'string' && cell.trim().length <= LONGEST_DITTO && DITTO.test(textOf(cell))
