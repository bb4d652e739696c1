/** What a cell or a field holds: a text, a number, or nothing. A cell with a date format is its ISO day, `2019-06-24`. */
export type Cell = string | number | null

/** As many characters as a cell of a workbook holds: Excel's own bound, and so that of goods and services. */
export const LONGEST_CELL = 32_767
