/** The value of a cell or a field; null if empty. A cell with a date format has an ISO day as its value, `2019-06-24`. */
export type Cell = string | number | null

/** The maximum number of characters of a cell in Excel. It also limits the text of goods and services. */
export const LONGEST_CELL = 32_767
