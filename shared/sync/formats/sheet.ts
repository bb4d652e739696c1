import type { Cell } from '../values/cell.ts'

/** A row with its number in the file, from 1; empty rows count. */
export interface SheetRow {
  readonly number: number
  /** The cells up to the last one that is not empty. */
  readonly cells: readonly Cell[]
}

/** An open sheet of a workbook or a delimited text. */
export interface Sheet {
  /** The rows in order, in batches, without empty rows. Throws SyncError where the file is damaged. */
  readonly rows: AsyncIterable<readonly SheetRow[]>
  /** The first day of its serial numbers: 1900 (also of delimited text), or 1904 in some workbooks. */
  readonly epoch: 1900 | 1904
  /** Returns the share of the file that has been read, from 0 to 1. */
  progress(): number
  /** Closes the file, also before its end. */
  close(): Promise<void>
}
