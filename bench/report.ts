/** A table of figures, as data and as text. */
export interface Table {
  readonly rows: readonly object[]
  /** The cells of the headings, followed by the cells of each row. */
  readonly lines: readonly (readonly string[])[]
}

/** A goal and the figure that was measured for it. */
export interface Goal {
  goal: string
  figure: number | null
  /** The figure with its unit. */
  text: string
  /** Null if this run cannot decide whether the goal is met. */
  met: boolean | null
  verdict: string
}

export interface PartReport {
  /** The conditions of the measurement: load, corpus, database settings. */
  facts: Record<string, string>
  tables: Record<string, Table>
  goals: Goal[]
}

export type Column<Row> = readonly [heading: string, cell: (row: Row) => string]

/** Renders rows as a table with these columns. */
export const figuresTable = <Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Table => ({
  rows,
  lines: [columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, cell]) => cell(row)))],
})

/** The cell of a missing figure. */
export const NONE = '-'

/** Formats a number with a fixed number of decimals. */
export const decimals =
  (digits: number) =>
  (value: number | null): string =>
    value === null ? NONE : value.toFixed(digits)

/** Rounds a number to a whole number, and formats it with thousands separators. */
export const whole = (value: number | null): string =>
  value === null ? NONE : Math.round(value).toLocaleString('en')

/** Formats the range from the smallest to the largest of some figures. */
export const range = (values: readonly number[]): string =>
  `${whole(Math.min(...values))}–${whole(Math.max(...values))}`

const terminal = process.stderr.isTTY

/** Prints the progress: on a terminal, each step replaces the line of the step before; elsewhere, each step is a new line. */
export const step = (line: string): void =>
  void process.stderr.write(terminal ? `\r\x1b[K${line}` : `${line}\n`)

/** Clears the line of the last step on a terminal. */
export const clearStep = (): void => void (terminal && process.stderr.write('\r\x1b[K'))

/** Formats facts for a terminal, each on a line with its name and its value. */
export const formatFacts = (facts: Record<string, string>): string =>
  formatTable(Object.entries(facts), (column) => (column === 0 ? 'padEnd' : undefined))

/** Formats the report of a part for a terminal. */
export const formatReport = (name: string, { facts, tables, goals }: PartReport): string =>
  [
    `${name}\n`,
    formatFacts(facts),
    ...Object.values(tables).map(({ lines }) => formatTable(lines)),
    formatTable(goals.map(goalRow), () => 'padEnd'),
  ].join('\n')

/** Returns the report of a part as data. */
export const reportData = ({ facts, tables, goals }: PartReport): object => ({
  facts,
  ...Object.fromEntries(Object.entries(tables).map(([name, { rows }]) => [name, rows])),
  goals,
})

const goalRow = ({ goal, text, verdict }: Goal): string[] => [goal, text, verdict]

type Padding = 'padStart' | 'padEnd' | undefined

const nameThenNumbers = (column: number): Padding => (column === 0 ? 'padEnd' : 'padStart')

function formatTable(
  rows: readonly (readonly string[])[],
  padding: (column: number) => Padding = nameThenNumbers,
): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell[padding(column) ?? 'trim'](widths[column] ?? 0)).join('  ')
  return rows.map((row) => `  ${line(row).trimEnd()}\n`).join('')
}
