/** Figures as data, and the same as a person reads them. */
export interface Table {
  readonly rows: readonly object[]
  /** The headings, then a line for each row. */
  readonly lines: readonly (readonly string[])[]
}

export type Column<Row> = readonly [heading: string, cell: (row: Row) => string]

export const figuresTable = <Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Table => ({
  rows,
  lines: [columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, cell]) => cell(row)))],
})

/** What there is no figure for. */
export const NONE = '-'

export const decimals =
  (digits: number) =>
  (value: number | null): string =>
    value === null ? NONE : value.toFixed(digits)

export const whole = (value: number | null): string =>
  value === null ? NONE : Math.round(value).toLocaleString('en')
