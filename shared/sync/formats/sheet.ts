import type { Cell } from '../values/cell.ts'

/** One row, by the number that the file gives it: the first is 1, and empty rows count. */
export interface SheetRow {
  readonly number: number
  /** Sparse at its end: what lies behind the last cell with something in it is not there. */
  readonly cells: readonly Cell[]
}

/** A sheet that is being read, whatever kind of file it is in. */
export interface Sheet {
  /** Its rows in order, a batch at a time; empty rows are left out. Throws SyncError where the file is no good. */
  readonly rows: AsyncIterable<readonly SheetRow[]>
  /** The first day of its serial numbers: 1900 (and CSV), or 1904 in some workbooks. */
  readonly epoch: 1900 | 1904
  /** How much of the file has been read, from 0 to 1. */
  progress(): number
  /** Lets go of the file, whether it was read to its end or not. */
  close(): Promise<void>
}
