import { harmless, shorten, textWidth, wrap } from '../local/text-width.ts'
import { PIPE, type Screen, type Style } from './screen.ts'

/** A count as a person reads it. */
export const number = (value: number): string => value.toLocaleString('en-US')

/** A column of a table. The ones that matter most come first: what a terminal has no room for is told below the row. */
export interface Column<Row> {
  readonly heading: string
  readonly cell: (row: Row) => string
  /** Numbers stand below each other by their last digit. */
  readonly numeric?: boolean
  /** What is left of a text that may be shortened where there is no room for all of it. */
  readonly least?: number
  readonly style?: (row: Row) => Style | undefined
}

const GAP = 2
/** What is told below a row begins this far in. */
const INDENT = 4

/**
 * Columns as wide as their widest entry, two spaces apart; nothing in a text can disturb the terminal. On a screen that
 * is too narrow for it, instants lose their seconds, then long texts their ends, and what does not fit even so stands below
 * its row.
 */
export function table<Row>(all: readonly Column<Row>[], rows: readonly Row[], screen = PIPE): string {
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

const naturalWidths = <Row>(columns: readonly Column<Row>[], cells: readonly string[][]): number[] =>
  columns.map(({ heading }, column) =>
    cells.reduce((widest, row) => Math.max(widest, textWidth(row[column] ?? '')), textWidth(heading)),
  )

const total = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1))

const fits = <Row>(columns: readonly Column<Row>[], cells: readonly string[][], screen: Screen): boolean =>
  total(naturalWidths(columns, cells)) <= screen.width

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(\.\d+)?Z$/

const withoutSeconds = (text: string): string => text.replace(INSTANT, '$1 $2Z')

/** What may be shortened is, the last column first, until the first ones fit beside each other; no more than has to be. */
function shortened<Row>(
  columns: readonly Column<Row>[],
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

/** How many of the first columns fit beside each other. */
function fitting(widths: readonly number[], screen: Screen): number {
  const tooMany = widths.findIndex((_, column) => total(widths.slice(0, column + 1)) > screen.width)
  return tooMany === -1 ? widths.length : Math.max(1, tooMany)
}

/** What a row has no room for: each with its heading, unless there is nothing to tell. */
function below(headings: readonly string[], cells: readonly string[], screen: Screen): string[] {
  const told = cells.flatMap((cell, column) =>
    cell === '' ? [] : [`${headings[column]?.toLowerCase()} ${cell}`.trim()],
  )
  const width = Math.max(1, screen.width - INDENT)
  return wrap(told.join(', '), width).flatMap((line) => (line === '' ? [] : [' '.repeat(INDENT) + line]))
}
