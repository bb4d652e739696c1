import type { Cell } from '../values/cell.ts'

/** A row of a worksheet or of a delimited text. */
export interface SheetRow {
  /** The row number in a worksheet, or the first line of the row in a delimited text. Starts at 1. */
  readonly number: number
  /** The cells up to the last non-empty cell. */
  readonly cells: readonly Cell[]
  /** Maps the column (from 0) of an unreadable cell to the reason. The cell itself is null. */
  readonly unreadable?: ReadonlyMap<number, string>
  /** Maps the column (from 0) of a formatted cell to its form. */
  readonly formatted?: ReadonlyMap<number, CellForm>
  /** The number of cells of the row, including empty cells at the end. Absent for workbooks. */
  readonly written?: number
}

/** Non-empty rows in order, in batches. Throws SyncError if the file is damaged. */
type Rows = AsyncIterable<readonly SheetRow[]>

interface OpenFile {
  readonly epoch: 1900 | 1904
  /** Returns the share of the file that has been read, from 0 to 1. */
  progress(): number
  close(): Promise<void>
}

export interface Sheet extends OpenFile {
  readonly rows: Rows
}

export interface Worksheet {
  /** The name on the tab; null for a delimited text. */
  readonly name: string | null
  readonly rows: Rows
}

export interface Workbook extends OpenFile {
  /** The visible worksheets, from left to right. Callers read each worksheet once, in this order. */
  readonly worksheets: readonly Worksheet[]
  /** The names of the hidden worksheets. */
  readonly hidden: readonly string[]
}

export class UnreadableCell {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/**
 * The form in which a spreadsheet program shows a cell:
 * - `date`: a number as a date
 * - `other`: a number as a time, a percentage or similar
 * - `white`: white letters in a cell without a fill
 * - `commented`: with a comment at the cell
 */
export type CellForm = 'date' | 'other' | 'crossed out' | 'white' | 'commented'

/** A cell with the form in which it is shown. */
export class FormattedCell {
  /** The number or text; for a date, the ISO day. */
  readonly value: Cell
  readonly form: CellForm

  constructor(value: Cell, form: CellForm) {
    this.value = value
    this.form = form
  }
}

export type CellContent = Cell | UnreadableCell | FormattedCell

/** Creates a row. Replaces the unreadable and formatted cells in `values` by plain cells. */
export function sheetRow(number: number, values: CellContent[]): SheetRow {
  let unreadable: Map<number, string> | undefined
  let formatted: Map<number, CellForm> | undefined
  for (let column = 0; column < values.length; column++) {
    const value = values[column]
    if (value instanceof UnreadableCell) {
      unreadable ??= new Map()
      unreadable.set(column, value.reason)
      values[column] = null
    } else if (value instanceof FormattedCell) {
      formatted ??= new Map()
      formatted.set(column, value.form)
      values[column] = value.value
    }
  }
  const cells = values as Cell[]
  return {
    number,
    cells,
    ...(unreadable && { unreadable }),
    ...(formatted && { formatted }),
  }
}

const LETTERS = 26
const A = 65

/** Returns the letters of a column: `A` for 0, `AB` for 27. */
export const columnLetters = (column: number): string =>
  (column < LETTERS ? '' : columnLetters(Math.floor(column / LETTERS) - 1)) +
  String.fromCharCode(A + (column % LETTERS))
