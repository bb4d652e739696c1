import { harmless, shorten, textWidth, wrap } from '../local/text-width.ts'
import { PIPE, type Screen, type Style } from './screen.ts'

/** Formats a count with thousands separators. */
export const number = (value: number): string => value.toLocaleString('en-US')

/** A column of a table. List important columns first: on a narrow screen, the last columns move below each row. */
export interface TableColumn<Row> {
  readonly heading: string
  readonly cell: (row: Row) => string
  /** Aligns the column to the right. */
  readonly numeric?: boolean
  /** The minimum width after shortening. If it is unset, values are not shortened. */
  readonly least?: number
  readonly style?: (row: Row) => Style | undefined
}

const GAP = 2
const INDENT = 4

/**
 * Formats rows as a table. To fit the screen, removes the seconds of times, then shortens values, then moves the last
 * columns below each row.
 */
export function table<Row>(all: readonly TableColumn<Row>[], rows: readonly Row[], screen = PIPE): string {
  const columns = all.filter(({ heading, cell }) => heading !== '' || rows.some((row) => cell(row) !== ''))
  const exact = rows.map((row) => columns.map(({ cell }) => harmless(cell(row))))
  const cells = fits(columns, exact, screen) ? exact : exact.map((row) => row.map(withoutSeconds))
  const widths = shortened(columns, naturalWidths(columns, cells), screen)
  const beside = fitting(widths, screen)
  const line = (texts: readonly string[], style: (column: number) => Style | undefined): string =>
    columns
      .slice(0, beside)
      .map(({ numeric }, column) => {
        const text = shorten(texts[column] ?? '', widths[column] ?? 0)
        const gap = ' '.repeat((widths[column] ?? 0) - textWidth(text))
        const isLast = column === beside - 1
        const painted = paint(screen, style(column), text)
        return numeric ? gap + painted : painted + (isLast ? '' : gap)
      })
      .join(' '.repeat(GAP))
      .trimEnd()
  const headings = columns.map(({ heading }) => heading)
  return [
    line(headings, () => 'bold'),
    ...rows.flatMap((row, index) => [
      line(cells[index] ?? [], (column) => columns[column]?.style?.(row)),
      ...below(headings.slice(beside), cells[index]?.slice(beside) ?? [], screen),
    ]),
  ].join('\n')
}

const paint = (screen: Screen, style: Style | undefined, text: string): string =>
  style === undefined || text === '' ? text : screen.paint(style, text)

const naturalWidths = <Row>(columns: readonly TableColumn<Row>[], cells: readonly string[][]): number[] =>
  columns.map(({ heading }, column) =>
    cells.reduce((widest, row) => Math.max(widest, textWidth(row[column] ?? '')), textWidth(heading)),
  )

const total = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1))

const fits = <Row>(
  columns: readonly TableColumn<Row>[],
  cells: readonly string[][],
  screen: Screen,
): boolean => total(naturalWidths(columns, cells)) <= screen.width

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(\.\d+)?Z$/

const withoutSeconds = (text: string): string => text.replace(INSTANT, '$1 $2Z')

/** Returns the widths of the columns after shortening. Shortens the last columns first. */
function shortened<Row>(
  columns: readonly TableColumn<Row>[],
  widths: readonly number[],
  screen: Screen,
): number[] {
  const narrowed = [...widths]
  const least = columns.map(({ least, heading }, column) =>
    Math.min(widths[column] ?? 0, Math.max(least ?? Number.POSITIVE_INFINITY, textWidth(heading))),
  )
  const shown = Math.max(1, fitting(least, screen))
  for (let column = shown - 1; column >= 0; column -= 1) {
    const excess = total(narrowed.slice(0, shown)) - screen.width
    narrowed[column] = Math.max(least[column] ?? 0, (widths[column] ?? 0) - Math.max(0, excess))
  }
  narrowed[0] = Math.min(narrowed[0] ?? 0, screen.width)
  return narrowed
}

/** Returns how many columns fit side by side. */
function fitting(widths: readonly number[], screen: Screen): number {
  const tooMany = widths.findIndex((_, column) => total(widths.slice(0, column + 1)) > screen.width)
  return tooMany === -1 ? widths.length : Math.max(1, tooMany)
}

/** Returns lines with the values of the columns that do not fit. Leaves out empty values. */
function below(headings: readonly string[], cells: readonly string[], screen: Screen): string[] {
  const values = cells.flatMap((cell, column) =>
    cell === '' ? [] : [`${headings[column]?.toLowerCase()} ${cell}`.trim()],
  )
  const width = Math.max(1, screen.width - INDENT)
  return wrap(values.join(', '), width).flatMap((line) => (line === '' ? [] : [' '.repeat(INDENT) + line]))
}
