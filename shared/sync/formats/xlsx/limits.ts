import { LONGEST_CELL } from '../../values/cell.ts'

const MEBIBYTE = 2 ** 20
const GIBIBYTE = 2 ** 30

/** What a workbook may ask of this process, however small its file is. Bytes are those after inflating. */
export const LIMITS = {
  /** A workbook has some ten parts, and one more for each sheet and picture. */
  zipEntries: 10_000,
  /**
   * All parts together: no part is read more than three times, so this bounds the time that a file can take.
   */
  workbookBytes: 6 * GIBIBYTE,
  /** A full sheet of 40 columns has about 2 GiB. */
  sheetBytes: 3 * GIBIBYTE,
  /**
   * Styles, the list of sheets, relationships: kilobytes, or a few megabytes after years of copying styles.
   */
  smallPartBytes: 16 * MEBIBYTE,
  /** What Excel can tell apart in one workbook is 65,490. */
  cellFormats: 65_490,
  /** Shared texts stay in memory, where `npm run sync` has no more than some 400 MiB for everything. */
  sharedTexts: 5_000_000,
  sharedTextBytes: 256 * MEBIBYTE,
  /** Excel's own bounds of a sheet and of a cell. */
  rows: 1_048_576,
  columns: 16_384,
  cellCharacters: LONGEST_CELL,
  /**
   * 95 in each row of a full sheet. A row with one cell at its far end has 16,384: a short text can claim
   * many.
   */
  cells: 100_000_000,
  /** More than a chunk of any usual sheet has: rows of more cells are handed on before the chunk is through. */
  batchCells: 100_000,
  /** Each costs a value in a row that the file need not hold. */
  mergedCells: 2_000_000,
  /** Sheets are some six elements deep; drawings in extensions go deeper. */
  xmlDepth: 64,
  /**
   * A tag, text or comment is held until it ends; the longest cell, all of it escaped, has about 330,000
   * bytes.
   */
  xmlTokenBytes: MEBIBYTE,
} as const
