/** The value of a cell or a field; null if it is empty. The value of a cell with a date format is an ISO day, `2019-06-24`. */
export type Cell = string | number | null

/** The maximum number of characters of a cell in Excel. It also limits the text of the goods and services of a class. */
export const LONGEST_CELL = 32_767
