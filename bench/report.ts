import type { Spread } from './figures.ts'

/** A table of figures: its headings, then its rows. */
export type Table = readonly (readonly string[])[]

/** A figure, and the limit that it must not exceed or must reach. */
export interface Goal {
  readonly goal: string
  /** Null if it was not measured. */
  readonly figure: number | null
  readonly unit?: string
  readonly digits?: number
  readonly most?: number
  readonly least?: number
}

/** The result of a part. */
export interface PartReport {
  /** The conditions of the measurement: load, corpus, database settings. */
  readonly facts: Readonly<Record<string, string>>
  readonly tables: readonly Table[]
  readonly goals: readonly Goal[]
}

/** Returns a table with these columns. */
export const figuresTable = <Row>(
  rows: readonly Row[],
  columns: readonly (readonly [heading: string, cell: (row: Row) => string])[],
): Table => [columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]

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

/** Returns a column of a table with a percentile of some times. */
export const timeColumn = <Row>(
  heading: string,
  figure: keyof Spread,
  times: (row: Row) => Spread | null,
): readonly [string, (row: Row) => string] => [heading, (row) => decimals(1)(times(row)?.[figure] ?? null)]

/** Prints the progress. */
export const step = (line: string): void => void process.stderr.write(`${line}\n`)

/**
 * Renders the report of a part as a section of a Markdown page.
 *
 * @param decides whether the goals apply to the size of the corpus
 */
export function formatReport(name: string, { facts, tables, goals }: PartReport, decides: boolean): string {
  const goalRows = goals.map(({ goal, figure, unit = '', digits = 1, most, least }) => [
    `${goal}: ${most === undefined ? `at least ${least}` : `at most ${most}`}${unit}`,
    figure === null ? NONE : `${figure.toFixed(digits)}${unit}`,
    verdictOf(figure, decides, most, least),
  ])
  const all = [factsTable(facts), ...tables, [['goal', 'figure', 'verdict'], ...goalRows]]
  return [`## Benchmark: ${name}\n`, ...all.map(formatTable)].join('\n')
}

function verdictOf(figure: number | null, decides: boolean, most = Infinity, least = -Infinity): string {
  if (figure === null) return 'not measured'
  if (!decides) return 'not decided for this size of the corpus'
  return figure <= most && figure >= least ? 'met' : 'not met'
}

/** Returns a table of facts, each with its name and its value. */
export const factsTable = (facts: Readonly<Record<string, string>>): Table => [
  ['condition', 'value'],
  ...Object.entries(facts),
]

/** Renders a table in Markdown, with aligned columns. */
export function formatTable([headings = [], ...rows]: Table): string {
  const widths = headings.map((_, column) =>
    Math.max(...[headings, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |\n`
  return [headings, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('')
}
