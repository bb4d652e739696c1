import { LONGEST_CELL } from '../../values/cell.ts'

const MEBIBYTE = 2 ** 20
const GIBIBYTE = 2 ** 30

/** Limits of a workbook, whose file can be small and inflate to any size. Bytes are inflated bytes. */
export const LIMITS = {
  /** A workbook has about ten parts, and one more for each sheet and picture. */
  zipEntries: 10_000,
  /** The limit of all parts together. It also limits the reading time, because no part is read more than three times. */
  workbookBytes: 6 * GIBIBYTE,
  /** A full sheet with 40 columns has about 2 GiB. */
  sheetBytes: 3 * GIBIBYTE,
  /** The limit of styles, sheet list and relationships: usually kilobytes, a few megabytes after years of copied styles. */
  smallPartBytes: 16 * MEBIBYTE,
  /** The limit of Excel. */
  cellFormats: 65_490,
  /** Shared texts stay in memory, of which `npm run sync` has about 400 MiB. */
  sharedTexts: 5_000_000,
  sharedTextBytes: 256 * MEBIBYTE,
  /** The limits of Excel. */
  rows: 1_048_576,
  columns: 16_384,
  cellCharacters: LONGEST_CELL,
  /** 95 cells in each row of a full sheet. A row with one cell in the last column counts as 16,384 cells. */
  cells: 100_000_000,
  /** A chunk of a usual sheet has fewer cells. With more cells, the rows are yielded before the end of the chunk. */
  batchCells: 100_000,
  /** Each merged cell adds a value to its row that the file does not contain. */
  mergedCells: 2_000_000,
  /** Sheets have a depth of about six elements; extensions are deeper. */
  xmlDepth: 64,
  /** A tag, text or comment is in memory until it ends; the longest escaped cell has about 330,000 bytes. */
  xmlTokenBytes: MEBIBYTE,
} as const
