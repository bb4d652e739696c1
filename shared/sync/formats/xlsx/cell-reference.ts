import { LIMITS } from './limits.ts'
import { notASheet, tooLarge } from './workbook-error.ts'

const A = 65

/** Returns the column of a cell reference, from 0: 0 for `A1`, 27 for `AB7`. */
export function columnOf(reference: string): number {
  let column = 0
  let at = 0
  for (let letter = reference.charCodeAt(0) - A; letter >= 0 && letter < 26; ) {
    column = column * 26 + letter + 1
    checkColumn(column - 1)
    letter = reference.charCodeAt(++at) - A
  }
  if (column === 0) {
    throw notASheet('a cell does not state its column')
  }
  return column - 1
}

/** Throws SyncError for a column beyond the last column of Excel. */
export function checkColumn(column: number): void {
  if (column >= LIMITS.columns) {
    throw tooLarge(`it has more than ${LIMITS.columns} columns`)
  }
}

/** A range of cells. Rows count from 1, and columns from 0. `bottom` and `right` are inclusive. */
export interface Range {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** Parses the reference of a range of cells, such as `A2:B4`, or of a single cell. */
export function readRange(reference: string): Range {
  const [from = '', to = from] = reference.split(':')
  const range = { top: rowOf(from), left: columnOf(from), bottom: rowOf(to), right: columnOf(to) }
  if (range.bottom < range.top || range.right < range.left) {
    throw notASheet('a range of merged cells ends before it begins')
  }
  return range
}

function rowOf(reference: string): number {
  const row = Number(/^[A-Z]+(?<row>[0-9]{1,7})$/.exec(reference)?.groups?.row)
  if (!(row >= 1 && row <= LIMITS.rows)) {
    throw notASheet('a reference of merged cells or of a comment does not name cells of the sheet')
  }
  return row
}
