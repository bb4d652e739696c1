import type { TextLine } from '../../../formats/pdf/text-lines.ts'
import { quote } from '../../../values/quote.ts'
import { rejectApart } from './apart.ts'
import type { Fragment } from './columns.ts'
import { isNote } from './notes.ts'
import { type Cell, isClose, type PlacedColumn } from './place-cells.ts'
import { type ColumnOfPage, placements } from './placements.ts'
import { lowestOf, numberOf, type Row, topOf } from './row.ts'

export interface Rows {
  rows: Row[]
  /** The texts that are in no row and beside no row, such as notes below the table. */
  loose: Fragment[]
  /** The lines of all texts that are in no row. */
  outside: TextLine[]
}

export interface Kinds {
  /** The application numbers of the rows. */
  numbers: ReadonlySet<Fragment>
  /** Returns whether a text may contain a number, an event or a resolution. */
  isRead: (text: Fragment) => boolean
}

/**
 * Collects the rows of tables that have the same columns. Uses the placement (an assignment of cells to rows) with the fewest
 * unreadable rows.
 *
 * @param tables the texts of each table
 * @param headers for each table, the last line of each copy of its header
 */
export function rowsOf(
  tables: readonly (readonly Fragment[])[],
  kinds: Kinds,
  headers: readonly (readonly TextLine[])[],
): Rows {
  const parts = tables.map((texts) => partOf(texts, kinds.numbers))
  const columns = [
    ...Map.groupBy(
      parts.flatMap((part) => part.columns),
      ({ column }) => column,
    ).values(),
  ]
  const count = tables.reduce((sum, texts) => sum + texts.length, 0)
  let best: Fit[] = []
  for (const { canShift, unplaced, cells: place } of placements(columns)) {
    const isWorse = canShift || unplaced > count * MAX_UNPLACED_SHARE
    if (best[0]?.broken === 0 && best[0].unplaced === 0 && isWorse) {
      continue
    }
    const cells = place()
    const found = parts.map((part) => fill(part, (page) => cells.get(page) ?? []))
    const fit = { found, canShift, broken: brokenIn(found), unplaced: count - textsIn(found) }
    const order = best[0] === undefined ? -1 : compareFits(fit, best[0])
    best = order < 0 ? [fit] : order > 0 ? best : [...best, fit]
  }
  const [{ found }, ...others] = best as [Fit, ...Fit[]]
  for (const other of others) {
    breakOtherRows(found, other.found, kinds.isRead)
  }
  rejectApart(
    found.map(({ rows }) => rows),
    headers,
  )
  return {
    rows: found.flatMap(({ rows }) => rows.filter(isWhole)),
    loose: found.flatMap(({ loose }) => loose),
    outside: found.flatMap(({ outside }) => outside),
  }
}

/** Returns false for a row that is repeated on the next page: the first row there contains all its texts. */
function isWhole(row: Row, index: number, rows: readonly Row[]): boolean {
  const next = rows[index + 1]
  const texts = new Set(next?.texts.flat().map(({ column, text }) => `${column} ${text}`))
  return (
    next?.start.page !== row.start.page + 1 ||
    row.texts.flat().some(({ column, text }) => !texts.has(`${column} ${text}`))
  )
}

/** A placement with a larger share of unplaced texts is skipped if another placement places all texts in readable rows. */
const MAX_UNPLACED_SHARE = 0.1

/** The rows of one placement. `broken` counts the unreadable rows. `unplaced` counts the texts that are in no row. */
interface Fit {
  found: Rows[]
  canShift: boolean
  broken: number
  unplaced: number
}

const compareFits = (a: Fit, b: Fit): number =>
  a.broken - b.broken || a.unplaced - b.unplaced || Number(a.canShift) - Number(b.canShift)

const textsIn = (tables: readonly Rows[]): number =>
  tables.flatMap(({ rows }) => rows).reduce((sum, { texts }) => sum + texts.flat().length, 0)

/** Marks a row of `found` as unreadable if its number, event or resolution differs in `other`, an equally good placement. */
function breakOtherRows(found: readonly Rows[], other: readonly Rows[], isRead: Kinds['isRead']): void {
  const textsOf = ({ texts }: Row) => texts.flat().filter(isRead)
  const others = other.flatMap(({ rows }) => rows)
  for (const [index, row] of found.flatMap(({ rows }) => rows).entries()) {
    const [own, same] = [textsOf(row), textsOf(others[index] as Row)]
    const changed = own.find((text, at) => text !== same[at])
    if (changed !== undefined) {
      row.broken ??= `The text ${quote(changed.text)} may belong to another row.`
    }
  }
}

/** Counts the rows that are unreadable or have a second event in a cell. */
const brokenIn = (tables: readonly Rows[]): number =>
  tables
    .flatMap(({ rows }) => rows)
    .filter(({ broken, texts }) => broken !== null || texts.some((cell) => cell.slice(1).some(isEventStart)))
    .length

const isEventStart = ({ role, text }: Fragment): boolean =>
  role === 'event' && /^\d{3,4}\s+\p{Lu}\p{Ll}/u.test(text)

/** The texts of a table. `numbers` has the application numbers by page. */
interface Part {
  numbers: ReadonlyMap<number, readonly Fragment[]>
  columns: readonly ColumnOfPage[]
  /** The baseline of the lowest text on each page. */
  ends: ReadonlyMap<number, number>
}

/** `all` has the application numbers of all tables. */
function partOf(texts: readonly Fragment[], all: ReadonlySet<Fragment>): Part {
  const sorted = [...texts].sort((a, b) => a.line.page - b.line.page || a.y - b.y)
  const numbers = Map.groupBy(
    sorted.filter((text) => all.has(text)),
    ({ line }) => line.page,
  )
  const others = Map.groupBy(
    sorted.filter((text) => !all.has(text)),
    ({ line, column }) => `${line.page} ${column}`,
  )
  return {
    numbers,
    columns: [...others.values()].map((own) => {
      const [{ line, column }] = own as [Fragment]
      const rows = column === 0 ? [] : (numbers.get(line.page) ?? []).map(({ y }) => y)
      return { page: line.page, column, texts: own, rows }
    }),
    ends: new Map(sorted.map(({ line, y }) => [line.page, y])),
  }
}

interface Pages {
  rows: ReadonlyMap<number, readonly Row[]>
  /** Returns the last row on the pages before `page`. */
  before: (page: number) => Row | undefined
  ends: Part['ends']
  /** The rows that a page break may cut off. */
  cut: Set<Row>
  /** The rows with text on the next page. */
  continued: Set<Row>
}

function fill(
  { numbers, columns, ends }: Part,
  cellsOf: (page: ColumnOfPage) => PlacedColumn['cells'],
): Rows {
  const rows = new Map(
    [...numbers].map(([page, own]) => [
      page,
      own.map((number): Row => ({ start: number.line, texts: [[number]], broken: null })),
    ]),
  )
  const remaining: Cell[] = []
  for (const page of columns) {
    for (const { cell, row } of cellsOf(page)) {
      if (!addCell(row === undefined ? undefined : rows.get(page.page)?.[row], cell)) {
        remaining.push(cell)
      }
    }
  }
  const sorted = [...rows.keys()].sort((a, b) => a - b)
  const before = (page: number): Row | undefined => {
    const last = rows.has(page - 1) ? page - 1 : sorted.findLast((each) => each < page)
    return last === undefined ? undefined : rows.get(last)?.at(-1)
  }
  const pages: Pages = { rows, before, ends, cut: new Set(), continued: new Set() }
  const unplaced = remaining.filter(
    (cell) => !addBeside(cell, pages) && !cutCell(cell, pages) && !continueCell(cell, pages),
  )
  const loose = unplaced.filter((cell) => !breakRows(cell, pages))
  for (const row of pages.cut.difference(pages.continued)) {
    row.broken ??= 'It may be cut off at the end of the page: it does not continue on the next page.'
  }
  const outside = unplaced.flat().map(({ line }) => line)
  return { rows: [...rows.values()].flat(), loose: loose.flat(), outside }
}

function addCell(row: Row | undefined, cell: Cell): boolean {
  const [{ column }] = cell
  if (row === undefined || column === 0 || row.texts[column] !== undefined) {
    return false
  }
  row.texts[column] = cell
  return true
}

/**
 * The maximum distance between the middle of a cell and the number of its row, as a multiple of the line distance. Must be less
 * than 0.5, so that a cell with a missing line does not match: its middle is half a line distance away from the number.
 */
const NEAR_MIDDLE = 0.4

/**
 * Adds a cell to the row whose number is near the middle of the cell, if there is only one such row. `cutCell` handles
 * the last row of a page.
 */
function addBeside(cell: Cell, { rows }: Pages): boolean {
  const [first] = cell
  const end = cell.at(-1) as Fragment
  const own = rows.get(first.line.page) ?? []
  const leading = cell.length > 1 ? (end.y - first.y) / (cell.length - 1) : first.line.size
  const beside = own.filter(
    (row) => Math.abs((first.y + end.y) / 2 - numberOf(row).y) <= NEAR_MIDDLE * leading,
  )
  return beside.length === 1 && beside[0] !== own.at(-1) && addCell(beside[0], cell)
}

/** The maximum vertical distance between the top line of a cell and the number of its row, as a multiple of the font size. */
const AT_TOP = 0.5

const isAtTop = ({ y }: Fragment, row: Row): boolean =>
  Math.abs(y - numberOf(row).y) <= AT_TOP * row.start.size

/** Adds a cell to the last row of its page if the cell begins beside this row. Marks the row as cut by the page break. */
function cutCell(cell: Cell, { rows, cut }: Pages): boolean {
  const [above, row] = (rows.get(cell[0].line.page) ?? []).slice(-2)
  const last = row ?? above
  const top = row === undefined ? undefined : above && lowestOf(above)?.y
  const isCut =
    last !== undefined &&
    (isAtTop(cell[0], last) || (cell[0].y < numberOf(last).y && top !== undefined && cell[0].y > top)) &&
    addCell(last, cell)
  if (isCut) {
    cut.add(last)
  }
  return isCut
}

/** Adds a cell at the top of a page to the last row of the previous page. */
function continueCell(cell: Cell, pages: Pages): boolean {
  const { rows, before, ends, cut } = pages
  const [{ column, line }] = cell
  const row = before(line.page)
  const own = row?.texts[column]
  const above = own?.at(-1) ?? (row && lowestOf(row))
  const end = (cell.at(-1) as Fragment).y
  const isContinued =
    row !== undefined &&
    above?.line.page === line.page - 1 &&
    column > 0 &&
    (ends.get(above.line.page) ?? above.y) - above.y <= above.line.size &&
    (rows.get(line.page) ?? []).every((below) => topOf(below) > end) &&
    (cut.has(row) || row.texts.every(([first]) => first?.line.page !== row.start.page || isAtTop(first, row)))
  if (isContinued) {
    row.texts[column] = [...(own ?? []), ...cell]
    pages.continued.add(row)
  }
  return isContinued
}

/**
 * Marks as unreadable the rows that a cell may belong to. Returns whether a row was marked.
 *
 * - Marks the rows close to the cell. If the cell is above all rows of its page, also marks the last row on earlier pages.
 * - If there are no such rows, marks the nearest row of the page.
 * - Ignores a note that is far from all rows, if it is above the first row of the table or below the last row of its page.
 */
function breakRows(cell: Cell, { rows, before }: Pages): boolean {
  const [first] = cell
  const end = cell.at(-1) as Fragment
  const own = rows.get(first.line.page) ?? []
  const near = own.filter(({ start, texts }) =>
    texts.flat().some((each) => each.line.page === start.page && isClose(end, each) && isClose(each, first)),
  )
  const isFirst = own.every((row) => numberOf(row).y > first.y)
  const above = isFirst ? before(first.line.page) : undefined
  const isOutside = isFirst ? above === undefined : own.every((row) => numberOf(row).y < first.y)
  if (near.length === 0 && isOutside && cell.every(({ line }) => isNote(line))) {
    return false
  }
  const broken = near.length > 0 || above ? near : nearestOf(own, first)
  for (const row of above === undefined ? broken : [above, ...broken]) {
    row.broken ??= `The text ${quote(first.text)} is beside the row, but not in one of its cells.`
  }
  return broken.length > 0 || above !== undefined
}

const nearestOf = (rows: readonly Row[], { y }: Fragment): Row[] =>
  [...rows].sort((a, b) => Math.abs(numberOf(a).y - y) - Math.abs(numberOf(b).y - y)).slice(0, 1)
