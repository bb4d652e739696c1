import { LONGEST_CELL } from '../../values/cell.ts'

const MEBIBYTE = 2 ** 20
const GIBIBYTE = 2 ** 30

/** The limits of a workbook. A small file can inflate to any size, so limits in bytes apply to the inflated data. */
export const LIMITS = {
  /** A workbook has about ten parts, and one more for each sheet and picture. */
  zipEntries: 10_000,
  /** The limit of all parts together. It also limits the reading time, because no part is read more than three times. */
  workbookBytes: 6 * GIBIBYTE,
  /** A full sheet with 40 columns has about 2 GiB. */
  sheetBytes: 3 * GIBIBYTE,
  /** The limit of a small part, such as the styles or the sheet list. Old workbooks can have a few megabytes of styles. */
  smallPartBytes: 16 * MEBIBYTE,
  /** The limit of Excel. */
  cellFormats: 65_490,
  /** Shared texts stay in memory. `npm run sync` has about 400 MiB of memory. */
  sharedTexts: 5_000_000,
  sharedTextBytes: 256 * MEBIBYTE,
  /** The limits of Excel. */
  rows: 1_048_576,
  columns: 16_384,
  cellCharacters: LONGEST_CELL,
  /** Allows 95 cells in each row of a full sheet. A row with one cell in the last column counts as 16,384 cells. */
  cells: 100_000_000,
  /** Rows are read in batches. A batch ends when it exceeds this number of cells. */
  batchCells: 100_000,
  /** The file has one value for a merged range, but the reader stores a value for each cell of the range. */
  mergedCells: 2_000_000,
  /** Sheets have a depth of about six elements; extensions are deeper. */
  xmlDepth: 64,
  /** A tag, text or comment stays in memory until it ends. The longest escaped cell has about 330,000 bytes. */
  xmlTokenBytes: MEBIBYTE,
} as const
