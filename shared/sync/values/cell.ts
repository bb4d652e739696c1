/** The value of a cell or a field: a text, a number, or nothing. A cell with a date format has its ISO day, `2019-06-24`. */
export type Cell = string | number | null

/** The maximum number of characters of a cell in Excel, and so of goods and services. */
export const LONGEST_CELL = 32_767
