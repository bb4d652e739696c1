/** What a cell or a field holds: a text, a number, or nothing. A cell with a date format is its ISO day, `2019-06-24`. */
export type Cell = string | number | null
