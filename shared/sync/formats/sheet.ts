import type { Cell } from '../values/cell.ts'

/** A row of a worksheet or of a delimited text. */
export interface SheetRow {
  /** The row number in a worksheet, or the line on which the row begins in a delimited text, from 1. Counts empty rows. */
  readonly number: number
  /** The cells up to the last non-empty cell. */
  readonly cells: readonly Cell[]
  /** Maps the column (from 0) of each unreadable cell to the reason. In `cells`, an unreadable cell is null. */
  readonly unreadable?: ReadonlyMap<number, string>
  /** Maps the column (from 0) of a cell to its form, for cells that are not shown as plain values. */
  readonly formatted?: ReadonlyMap<number, CellForm>
  /** The number of cells that the file has for this row, including empty cells at the end. Absent for workbooks. */
  readonly written?: number
}

/** The rows in order, in batches, without empty rows. Throws SyncError if the file is damaged. */
type Rows = AsyncIterable<readonly SheetRow[]>

interface OpenFile {
  /** The first year of the date system: 1904 in some workbooks, otherwise 1900. */
  readonly epoch: 1900 | 1904
  /** Returns the share of the file that has been read, from 0 to 1. */
  progress(): number
  /** Closes the file, even if its rows were not read to the end. */
  close(): Promise<void>
}

/** An open delimited text. */
export interface Sheet extends OpenFile {
  readonly rows: Rows
}

/** A worksheet of a workbook, or a delimited text in the same form. */
export interface Worksheet {
  /** The name on the tab; null for a delimited text. */
  readonly name: string | null
  readonly rows: Rows
}

/** An open workbook. */
export interface Workbook extends OpenFile {
  /** The visible worksheets, from left to right. Callers read each worksheet once, in this order. */
  readonly worksheets: readonly Worksheet[]
  /** The names of the hidden worksheets, which are not read. */
  readonly hidden: readonly string[]
}

/** A cell whose value cannot be read, with the reason. */
export class UnreadableCell {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/**
 * The form in which a spreadsheet program shows a cell:
 * - `date`: a number as a date
 * - `other`: a number as a time, a percentage, a currency or similar
 * - `crossed out` or `commented`: any value
 * - `white`: any value in white, in a cell without a fill
 */
export type CellForm = 'date' | 'other' | 'crossed out' | 'white' | 'commented'

/** A cell of a workbook that is not shown as its plain digits or letters. */
export class FormattedCell {
  /** The number or text, or the ISO day of a date. */
  readonly value: Cell
  readonly form: CellForm

  constructor(value: Cell, form: CellForm) {
    this.value = value
    this.form = form
  }
}

/** The content of a cell, as the parser of a file format returns it. */
export type CellContent = Cell | UnreadableCell | FormattedCell

/** Creates a row from cells that may be unreadable or formatted. Changes `values`. */
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

/** Returns the letters of a column, as spreadsheet programs show them: `A` for 0, `AB` for 27. */
export const columnLetters = (column: number): string =>
  (column < LETTERS ? '' : columnLetters(Math.floor(column / LETTERS) - 1)) +
  String.fromCharCode(A + (column % LETTERS))
