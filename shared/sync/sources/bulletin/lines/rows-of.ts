import type { TextLine } from '../../../formats/pdf/text-lines.ts'
import { quote } from '../../../values/quote.ts'
import type { Fragment } from './columns.ts'

/** A row of a table: the line with its number, its texts by column from top to bottom, and why it cannot be read. */
export interface Row {
  start: TextLine
  texts: Fragment[][]
  broken: string | null
}

/** The rows of a table, and the texts that belong to none. */
export interface Rows {
  rows: Row[]
  loose: Fragment[]
}

/** How the cells of a row are placed beside its number: their first line, middle or last line is at its height. */
const ALIGNMENTS = ['top', 'middle', 'bottom'] as const
type Alignment = (typeof ALIGNMENTS)[number]

// Shares of the font size.
const SAME_HEIGHT = 0.35
/** Lines that are this far apart are not in the same cell. */
const FAR = 2.2
/** The tolerance of the distance between two lines of a cell. */
const SLACK = 0.08

/**
 * Collects the rows of parts of a table that have the same columns. The alignment of its cells is the one with which the most
 * rows fit; a row that does not fit cannot be read.
 *
 * @param numbers the texts that are the number of a row
 * @param tables the texts of each part, from top to bottom
 */
export function rowsOf(tables: readonly (readonly Fragment[])[], numbers: ReadonlySet<Fragment>): Rows {
  const leading = leadingOf(tables, numbers)
  let best: Rows[] | undefined
  for (const alignment of ALIGNMENTS) {
    const found = tables.map((texts) => alignedRows(texts, numbers, alignment, leading))
    if (best === undefined || brokenIn(found) < brokenIn(best)) {
      best = found
    }
    if (brokenIn(best) === 0) {
      break
    }
  }
  rejectApart(best ?? [])
  return {
    rows: (best ?? []).flatMap(({ rows }) => rows),
    loose: (best ?? []).flatMap(({ loose }) => loose),
  }
}

// Shares of the font size.
/** A row after a gap that is larger than the usual one by this is not in the table. */
const APART = 2
/** The same for a row without such an event, which may be a footer. */
const EMPTY_APART = 1
const SAME_SIZE = 0.05

/**
 * Marks rows that may be footers: they are apart from the row above them on their page, or in another font size without an
 * event.
 */
function rejectApart(tables: readonly Rows[]): void {
  const rows = tables.flatMap((table) =>
    table.rows.map((row, index) => {
      const above = table.rows[index - 1]
      const end = above && lowestOf(above)
      const gap = end?.line.page === row.start.page ? topOf(row) - yOf(end) : undefined
      return { row, gap, isEmpty: !row.texts.flat().some(isEvent) }
    }),
  )
  const full = rows.filter(({ isEmpty }) => !isEmpty)
  const others = full.length === 0 ? rows : full
  const usual = medianOf(others.flatMap(({ gap }) => gap ?? [])) ?? 0
  const size = medianOf(others.map(({ row }) => row.start.size))
  for (const { row, gap = 0, isEmpty } of rows) {
    const isSameSize = size === undefined || Math.abs(row.start.size - size) <= SAME_SIZE * size
    const most = usual + (isEmpty ? EMPTY_APART * row.start.size : Math.max(APART * row.start.size, usual))
    if (gap > most || (isEmpty && !isSameSize)) {
      row.broken ??= 'It is apart from the other rows of the table.'
    }
  }
}

const CODE = /^\d{3,4}(?!\S)/

/** Returns whether a text is a resolution, or an event with a code. */
const isEvent = ({ column, role, text }: Fragment): boolean =>
  role === 'resolution' || (role !== 'name' && column > 0 && CODE.test(text))

const medianOf = (numbers: readonly number[]): number | undefined =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** Returns the number of rows that cannot be read. */
const brokenIn = (tables: readonly Rows[]): number =>
  tables.flatMap(({ rows }) => rows).filter(({ broken }) => broken !== null).length

const yOf = ({ line }: Fragment): number => line.y

const isSameHeight = (a: TextLine, y: number): boolean => Math.abs(a.y - y) <= SAME_HEIGHT * a.size

/** The texts of a column on a page, from top to bottom. */
const columnsOfPage = (texts: readonly Fragment[]): Fragment[][] => [
  ...Map.groupBy(texts, ({ column, line }) => `${line.page} ${column}`).values(),
]

/** The share of the distances between lines that have the distance of lines within a cell. */
const MIN_SHARE = 0.05

/** Returns the distance between two lines of a cell: the smallest common one; undefined where no cell has two lines. */
function leadingOf(
  tables: readonly (readonly Fragment[])[],
  numbers: ReadonlySet<Fragment>,
): number | undefined {
  const starts = new Set([...numbers].map(({ line }) => line))
  const gaps = tables
    .flatMap(columnsOfPage)
    .flatMap((texts) =>
      texts.slice(1).flatMap((text, index) => {
        const above = texts[index] as Fragment
        const isBetweenRows = starts.has(text.line) && starts.has(above.line)
        const gap = yOf(text) - yOf(above)
        return isBetweenRows || gap > FAR * text.line.size ? [] : [gap]
      }),
    )
    .sort((a, b) => a - b)
  return gaps[Math.floor(gaps.length * MIN_SHARE)]
}

type Cell = readonly [Fragment, ...Fragment[]]

const KEY: Readonly<Record<Alignment, (cell: Cell) => number>> = {
  top: ([first]) => yOf(first),
  middle: (cell) => (yOf(cell[0]) + yOf(cell.at(-1) as Fragment)) / 2,
  bottom: (cell) => yOf(cell.at(-1) as Fragment),
}

/** A part of a table by page. */
interface Pages {
  rows: ReadonlyMap<number, readonly Row[]>
  texts: ReadonlyMap<number, readonly Fragment[]>
}

function alignedRows(
  texts: readonly Fragment[],
  numbers: ReadonlySet<Fragment>,
  alignment: Alignment,
  leading: number | undefined,
): Rows {
  const rows = texts
    .filter((text) => numbers.has(text))
    .map((number): Row => ({ start: number.line, texts: [[number]], broken: null }))
  const pages: Pages = {
    rows: Map.groupBy(rows, ({ start }) => start.page),
    texts: Map.groupBy(texts, ({ line }) => line.page),
  }
  const left: Cell[] = []
  for (const column of columnsOfPage(texts.filter((text) => !numbers.has(text)))) {
    const own = pages.rows.get((column[0] as Fragment).line.page) ?? []
    for (const cell of cellsOf(column, own, alignment, leading)) {
      const key = KEY[alignment](cell)
      const row = own.find(({ start }) => isSameHeight(start, key))
      if (!addCell(row, cell)) {
        left.push(cell)
      }
    }
  }
  const cut = new Set<Row>()
  const loose = left.filter(
    (cell) =>
      !addInside(cell, pages) &&
      !cutCell(cell, pages, cut) &&
      !continueCell(cell, pages, cut) &&
      !breakRows(cell, pages),
  )
  for (const row of cut) {
    row.broken ??= 'It does not continue on the next page.'
  }
  return { rows, loose: loose.flat() }
}

/** Returns the cells of a column of a page: lines at the leading of the table, cut at the numbers beside them. */
function cellsOf(
  column: readonly Fragment[],
  rows: readonly Row[],
  alignment: Alignment,
  leading: number | undefined,
): Cell[] {
  const isAtNumber = ({ line }: Fragment) => rows.some(({ start }) => isSameHeight(start, line.y))
  const cells: [Fragment, ...Fragment[]][] = []
  for (const text of column) {
    const above = cells.at(-1)?.at(-1)
    const gap = above === undefined ? 0 : yOf(text) - yOf(above)
    const isCut =
      above === undefined ||
      leading === undefined ||
      Math.abs(gap - leading) > SLACK * text.line.size ||
      (alignment === 'top' && isAtNumber(text)) ||
      (alignment === 'bottom' && isAtNumber(above))
    if (isCut) {
      cells.push([text])
    } else {
      cells.at(-1)?.push(text)
    }
  }
  return cells
}

function addCell(row: Row | undefined, cell: Cell): boolean {
  const [{ column }] = cell
  if (row === undefined || column === 0 || row.texts[column] !== undefined) {
    return false
  }
  row.texts[column] = [...cell]
  return true
}

/** Adds a name with another alignment to the row whose other cells are higher and end lower. */
function addInside(cell: Cell, { rows }: Pages): boolean {
  const [first] = cell
  if (first.role !== 'name') {
    return false
  }
  const end = yOf(cell.at(-1) as Fragment)
  const around = (rows.get(first.line.page) ?? []).filter(
    (row) => topOf(row) <= yOf(first) && (lowestOf(row)?.line.y ?? 0) >= end,
  )
  return around.length === 1 && addCell(around[0], cell)
}

/** Returns the lowest text of a row on the page where it starts. */
const lowestOf = ({ start, texts }: Row): Fragment | undefined =>
  texts
    .flat()
    .filter(({ line }) => line.page === start.page)
    .sort((a, b) => yOf(b) - yOf(a))[0]

/** Adds a cell to the last row of its page, which a page break cuts: its cells begin at the top, whatever their alignment. */
function cutCell(cell: Cell, { rows }: Pages, cut: Set<Row>): boolean {
  const row = rows.get(cell[0].line.page)?.at(-1)
  const isCut = row !== undefined && isSameHeight(row.start, yOf(cell[0])) && addCell(row, cell)
  if (isCut) {
    cut.add(row)
  }
  return isCut
}

const isAtBottom = ({ line }: Fragment, texts: Pages['texts']): boolean =>
  (texts.get(line.page)?.at(-1)?.line.y ?? line.y) - line.y <= line.size

/**
 * Adds a cell above the rows of its page to the row that the page before cuts: there, the cell of its column ends at the
 * bottom, or is empty because it has moved to the next page as a whole.
 */
function continueCell(cell: Cell, { rows, texts }: Pages, cut: Set<Row>): boolean {
  const [{ column, line }] = cell
  const row = rowBefore(line.page, rows)
  const own = row?.texts[column]
  const above = own?.at(-1) ?? (row && lowestOf(row))
  const end = yOf(cell.at(-1) as Fragment)
  const isContinued =
    row !== undefined &&
    above?.line.page === line.page - 1 &&
    column > 0 &&
    isAtBottom(above, texts) &&
    (rows.get(line.page) ?? []).every((below) => topOf(below) > end) &&
    row.texts.every(([first]) => first?.line.page !== row.start.page || isSameHeight(row.start, yOf(first)))
  if (isContinued) {
    row.texts[column] = [...(own ?? []), ...cell]
    cut.delete(row)
  }
  return isContinued
}

const topOf = ({ start, texts }: Row): number =>
  Math.min(start.y, ...texts.flatMap(([first]) => (first?.line.page === start.page ? [yOf(first)] : [])))

/** Returns the last row that starts before a page; a row may be longer than a page. */
const rowBefore = (page: number, rows: Pages['rows']): Row | undefined =>
  [...rows.entries()].findLast(([number]) => number < page)?.[1].at(-1)

/** Marks the rows beside a cell that belongs to none of them, and returns whether there are any. */
function breakRows(cell: Cell, { rows }: Pages): boolean {
  const [{ line, text }] = cell
  const end = (cell.at(-1) as Fragment).line
  const own = rows.get(line.page) ?? []
  const isNear = ({ texts }: Row): boolean =>
    texts.flat().some((each) => {
      const isBelow = each.line.y - end.y <= FAR * line.size
      return each.line.page === line.page && isBelow && line.y - each.line.y <= FAR * line.size
    })
  const near = own.filter(isNear)
  const isFirst = own.every(({ start }) => start.y > line.y)
  const before = isFirst && (near.length > 0 || own.length === 0) ? rowBefore(line.page, rows) : undefined
  const broken = before === undefined ? near : [before, ...near]
  for (const row of broken) {
    row.broken ??= `The text ${quote(text)} is beside it, and not in one of its cells.`
  }
  return broken.length > 0
}
