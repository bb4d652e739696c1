import { LONGEST_CELL } from '../../values/cell.ts'

const MEBIBYTE = 2 ** 20
const GIBIBYTE = 2 ** 30

/** The limits of a workbook. Limits in bytes apply to the inflated data. */
export const LIMITS = {
  /** A workbook has about ten parts, plus one part for each sheet and picture. */
  zipEntries: 10_000,
  /** The size of all parts together. Also limits the reading time. */
  workbookBytes: 6 * GIBIBYTE,
  /** A full sheet with 40 columns has about 2 GiB. */
  sheetBytes: 3 * GIBIBYTE,
  /** Old workbooks can have a few megabytes of styles. */
  smallPartBytes: 16 * MEBIBYTE,
  /** The limit of Excel. */
  cellFormats: 65_490,
  /** Shared texts stay in memory. `npm run sync` has about 400 MiB of memory. */
  sharedTexts: 5_000_000,
  sharedTextBytes: 256 * MEBIBYTE,
  /** The limits of Excel for rows, columns, and the characters of a cell. */
  rows: 1_048_576,
  columns: 16_384,
  cellCharacters: LONGEST_CELL,
  /** Allows 95 cells in each row of a full sheet. */
  cells: 100_000_000,
  /** A batch of rows ends when it exceeds this number of cells. */
  batchCells: 100_000,
  /** The reader stores a value for each cell of a merged range. */
  mergedCells: 2_000_000,
  /** Sheets have a depth of about six elements; extensions are deeper. */
  xmlDepth: 64,
  /** The longest escaped cell has about 330,000 bytes. */
  xmlTokenBytes: MEBIBYTE,
} as const
