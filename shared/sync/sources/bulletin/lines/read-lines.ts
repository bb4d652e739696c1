import { type LineKind, withoutRunningLines } from '../../../formats/pdf/running-lines.ts'
import { type TextLine, textOfLine } from '../../../formats/pdf/text-lines.ts'
import { SyncError } from '../../../sync-error.ts'
import { quote } from '../../../values/quote.ts'
import { rejectMissingEvents } from '../missing-events.ts'
import { type RawEntry, rawEntry } from '../raw-entry.ts'
import { readHeading } from '../sections.ts'
import { outOfColumns, startsEntry } from './alone.ts'
import type { Fragment } from './columns.ts'
import { rejectCorrected } from './corrections.ts'
import { type Header, readHeader } from './header.ts'
import { EVENT_OR_RESOLUTION } from './notes.ts'
import { numberAtStart } from './numbers.ts'
import { readingOrders } from './page-columns.ts'
import { headingsAbove, type Part, partsOf, rejectShared, rejectUncertain } from './parts.ts'
import { isLabelLine, readBlocks, startOf } from './read-blocks.ts'
import { readTables, type Table } from './read-rows.ts'

interface ReadLines {
  entries: RawEntry[]
  /** The lines between the headings, without running headers and footers. */
  parts: Part[]
}

/**
 * Reads the entries of a document.
 *
 * @throws SyncError `layout_unknown` if a heading, the reading order or the columns of a table are uncertain
 * @throws SyncError `cut_off` if a page is missing
 */
export function readLineEntries(pages: readonly (readonly TextLine[])[]): ReadLines {
  const [first, second] = readingOrders(withoutRunningLines(pages, kindOf)).map(readInOrder)
  if (first === undefined || second === undefined) {
    return first ?? { entries: [], parts: [] }
  }
  const [a, b] = [readableIn(first), readableIn(second)]
  if (a.length === b.length && !new Set(a).isSubsetOf(new Set(b))) {
    throw new SyncError(
      'layout_unknown',
      'It is not known in which order its columns of entries must be read.',
    )
  }
  return a.length < b.length ? second : first
}

const readableIn = ({ entries }: ReadLines): string[] =>
  entries
    .filter(({ broken }) => broken === null)
    .map(({ number, event, resolution, section }) => JSON.stringify([number, event, resolution, section]))

function readInOrder(lines: readonly TextLine[]): ReadLines {
  const parts = partsOf(lines)
  const runs = parts.flatMap(runsOf)
  const found = tablesOf(runs.filter(({ isBlocks }) => !isBlocks))
  const tables = groupByHeader(found.tables).map(readTables)
  const rows = rejectMissingEvents(tables.flatMap((table) => table.entries))
  const blocks = runs
    .filter(({ isBlocks }) => isBlocks)
    .map(({ lines, section }) => readBlocks(lines, section))
  const entries = [
    ...blocks.flatMap((block) => block.entries),
    ...rows,
    ...tables.flatMap(({ loose }) => readLoose(loose)),
  ]
  const outside = new Set([...found.dropped, ...[...blocks, ...tables].flatMap((each) => each.outside)])
  rejectSeparatePages(lines, outside)
  const apart = outside.union(new Set(outOfColumns(lines)))
  const partOf = new Map(parts.flatMap((part) => part.lines.map(({ number }) => [number, part])))
  const own = Map.groupBy(entries, ({ rowNumber }) => partOf.get(rowNumber))
  const above = headingsAbove(parts, (part) => own.has(part))
  const certain = parts.flatMap((part) =>
    rejectShared(rejectUncertain(part, own.get(part) ?? [], apart), above.get(part)),
  )
  const inOrder = certain.sort((a, b) => a.rowNumber - b.rowNumber)
  return { entries: rejectCorrected(inOrder, lines), parts }
}

/**
 * A document is rejected if at least this number of lines with events or resolutions is on pages without application
 * numbers. A single such line may continue the last entry of the previous page.
 */
const FEWEST_ON_PAGE = 2

/**
 * Rejects a document whose events or resolutions are on other pages than the application numbers.
 *
 * @throws SyncError `layout_unknown`
 */
function rejectSeparatePages(lines: readonly TextLine[], outside: ReadonlySet<TextLine>): void {
  const withEntries = new Set(lines.filter(startsEntry).map(({ page }) => page))
  const others = lines.filter(
    (line) => outside.has(line) && !withEntries.has(line.page) && EVENT_OR_RESOLUTION.test(textOfLine(line)),
  )
  const [first] = others
  if (first !== undefined && others.length >= FEWEST_ON_PAGE && withEntries.size > 0) {
    const text = quote(textOfLine(first))
    throw new SyncError(
      'layout_unknown',
      `Page ${first.page} has ${text} and no application number: the columns of a table may be on separate pages.`,
    )
  }
}

function kindOf(line: TextLine): LineKind {
  if (startsEntry(line) || isLabelLine(line)) {
    return 'body'
  }
  if (readHeader([line]) !== undefined) {
    return 'header'
  }
  return readHeading(textOfLine(line)) === null ? 'any' : 'heading'
}

/**
 * A part is a table if it has more than this number of rows per block. A block is an entry with labels, such as `Evento:`.
 * With fewer rows, the rows may be lines of wrapped names in the blocks.
 */
const ROWS_PER_BLOCK = 4

/** Consecutive lines with the same layout: either blocks or a table. */
interface Run extends Part {
  isBlocks: boolean
}

function runsOf({ lines, section }: Part): Run[] {
  const blocks = lines.filter((line) => startOf(line) !== undefined).length
  const rows = lines.filter((line) => numberAtStart(line) !== undefined).length
  const runs: Run[] = [{ section, isBlocks: false, lines: [] }]
  if (blocks === 0 || blocks * ROWS_PER_BLOCK < rows) {
    return [{ section, isBlocks: false, lines }]
  }
  for (const line of lines) {
    const { isBlocks } = runs.at(-1) as Run
    const isStart = startOf(line) !== undefined
    if (isBlocks ? !isStart && readHeader([line]) !== undefined : isStart) {
      runs.push({ section, isBlocks: !isBlocks, lines: [] })
    }
    runs.at(-1)?.lines.push(line)
  }
  return runs
}

/** `dropped` has lines that belong to no table, because they are above a header. */
interface FoundTables {
  tables: Table[]
  dropped: TextLine[]
}

/** Returns the tables in runs of lines. Within a run, a repeated header does not begin a new table. */
function tablesOf(runs: readonly Part[]): FoundTables {
  const tables: Table[] = []
  const dropped: TextLine[] = []
  let header: Header | undefined
  for (const { lines, section } of runs) {
    let table: Table = { section, header: undefined, lines: [] }
    tables.push(table)
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index] as TextLine
      const found = numberAtStart(line) === undefined ? readHeader(headOf(lines, index)) : undefined
      if (found === undefined) {
        table.lines.push(line)
        continue
      }
      if (header !== undefined && found.lines > header.lines && repeats(header, lines, index + 1)) {
        dropped.push(line)
        continue
      }
      dropped.push(...dropAbove(table, line))
      index += found.lines - 1
      header = header !== undefined && isSameHeader(header, found) ? header : found
      if (table.lines.length > 0 && table.header !== header) {
        table = { section, header, lines: [] }
        tables.push(table)
      }
      table.repeated = [...(table.repeated ?? []), lines[index] as TextLine]
      table.header = header
    }
    table.header ??= header
  }
  return { tables, dropped }
}

function repeats(header: Header, lines: readonly TextLine[], index: number): boolean {
  const below = readHeader(headOf(lines, index))
  return below !== undefined && isSameHeader(header, below)
}

/**
 * Removes and returns the lines above a header at the top of a page. Keeps the lines if one of them starts an entry, or if the
 * table has no lines on an earlier page.
 *
 * @throws SyncError `layout_unknown` if one of the lines reads like a heading
 */
function dropAbove({ lines }: Table, header: TextLine): TextLine[] {
  const first = lines.findLastIndex(({ page }) => page !== header.page) + 1
  const isDropped = first > 0 && lines.slice(first).every((line) => !startsEntry(line))
  const dropped = isDropped ? lines.splice(first) : []
  rejectHeadings(dropped)
  return dropped
}

function headOf(lines: readonly TextLine[], index: number): TextLine[] {
  const head = lines.slice(index, index + 3)
  const end = head.findIndex(
    (line, at) => at > 0 && (numberAtStart(line) !== undefined || isFar(head[at - 1], line)),
  )
  return end < 0 ? head : head.slice(0, end)
}

/** The maximum distance between two lines of a header, as a multiple of the font size. */
const FAR = 2.6

const isFar = (above: TextLine | undefined, below: TextLine): boolean =>
  above === undefined || above.page !== below.page || below.y - above.y > FAR * below.size

/** The tolerance for the position of the same header on two pages, in points. */
const SAME_PLACE = 1

const isSameHeader = (a: Header, b: Header): boolean =>
  a.cells.length === b.cells.length &&
  a.cells.every(({ x, role }, index) => {
    const other = b.cells[index]
    return other?.role === role && Math.abs(other.x - x) <= SAME_PLACE
  })

function groupByHeader(tables: readonly Table[]): Table[][] {
  const groups: Table[][] = []
  for (const table of tables.filter(({ lines }) => lines.length > 0)) {
    const { header } = table
    const same = groups.find(([first]) => header && first?.header && isSameHeader(first.header, header))
    if (same === undefined) {
      groups.push([table])
    } else {
      same.push(table)
    }
  }
  return groups
}

/** Returns an unreadable entry for each line that starts with an application number. */
function readLoose(loose: readonly Fragment[]): RawEntry[] {
  const lines = [...new Set(loose.map(({ line }) => line))]
  rejectHeadings(lines)
  return lines
    .filter((line) => numberAtStart(line) !== undefined)
    .map((line) =>
      rawEntry({
        rowNumber: line.number,
        number: textOfLine(line),
        broken: 'It is not in a row of the table.',
      }),
    )
}

/**
 * Rejects a document if a line outside the rows reads like a heading. If the line is a heading, the entries below it have the
 * wrong section.
 *
 * @throws SyncError `layout_unknown`
 */
function rejectHeadings(lines: readonly TextLine[]): void {
  const heading = lines.find((line) => readHeading(textOfLine(line)) !== null)
  if (heading !== undefined) {
    const text = quote(textOfLine(heading))
    throw new SyncError(
      'layout_unknown',
      `Page ${heading.page} has ${text} beside its entries. This text may be the heading of a section.`,
    )
  }
}
