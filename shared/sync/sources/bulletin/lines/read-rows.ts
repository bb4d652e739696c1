import { joinLines, type TextLine, textOfLine } from '../../../formats/pdf/text-lines.ts'
import { officeWordsOf, readEvent } from '../../../values/office-events.ts'
import { quote } from '../../../values/quote.ts'
import { type RawEntry, rawEntry } from '../raw-entry.ts'
import type { Section } from '../sections.ts'
import { type Column, columnsOf, columnsWithoutHeader, type Fragment, fragmentsOf } from './columns.ts'
import type { Header } from './header.ts'
import { isPlainNumber, leadingNumber, numberAtStart } from './numbers.ts'
import type { Role } from './roles.ts'
import { type Row, rowsOf } from './rows-of.ts'

/** The lines of a table in a section, without its headers. */
export interface Table {
  section: Section | null
  /** The header of this table, or of the table that it continues. */
  header: Header | undefined
  lines: TextLine[]
}

/** The entries of some tables, and the texts that are in no row. */
interface ReadTables {
  entries: RawEntry[]
  loose: Fragment[]
}

/** Reads the rows of tables that have the same columns, each of one or several lines. */
export function readTables(tables: readonly Table[]): ReadTables {
  const header = tables[0]?.header
  const lines = tables.flatMap((table) => table.lines)
  if (header !== undefined && !isNumberFirst(header)) {
    return { entries: lines.filter(hasNumber).map((line) => broken(line, tables, MOVED)), loose: [] }
  }
  const starts = header === undefined ? rowStarts(lines) : []
  const columns = header === undefined ? columnsWithoutHeader(starts) : columnsOf(header, lines)
  const split = columns.length === 1 ? plainFragments : (line: TextLine) => fragmentsOf(line, columns)
  const parts = tables.map((table) => table.lines.flatMap(split))
  const isStart = header === undefined ? new Set(starts) : undefined
  const numbers = new Set(
    parts.flat().filter(({ column, line, text }) => {
      return column === 0 && leadingNumber(text) !== undefined && (isStart?.has(line) ?? true)
    }),
  )
  const { rows, loose } = rowsOf(parts, numbers)
  const sections = new Map(tables.flatMap((table) => table.lines.map((line) => [line, table.section])))
  const context: Context = {
    columns,
    hasHeader: header !== undefined,
    wraps: doResolutionsWrap(rows, columns),
  }
  const entries = rows.map((row) => readRow(row, context, sections.get(row.start) ?? null))
  const moved =
    header === undefined ? lines.filter((line) => !isStart?.has(line) && hasMovedNumber(line)) : []
  return {
    entries:
      moved.length > rows.length
        ? [...entries, ...moved.map((line) => broken(line, tables, MOVED))]
        : entries,
    loose,
  }
}

const MOVED = 'The application number is not in the first column.'

const isNumberFirst = ({ cells }: Header): boolean =>
  cells[0]?.role === 'number' && cells.every(({ role }, index) => index === 0 || role !== 'number')

const hasNumber = (line: TextLine): boolean => numberAtStart(line) !== undefined || hasMovedNumber(line)

const hasMovedNumber = ({ pieces }: TextLine): boolean =>
  pieces.slice(1).some(({ text }) => isPlainNumber(text))

const broken = (line: TextLine, tables: readonly Table[], reason: string): RawEntry =>
  rawEntry({
    rowNumber: line.number,
    number: textOfLine(line),
    section: tables.find(({ lines }) => lines.includes(line))?.section ?? null,
    broken: reason,
  })

/** Share of the font size: shorter numbers may start this far to the right. */
const SAME_COLUMN = 2.5

/** Returns the lines that start with a number at the place where most such lines start: other numbers are in names or footers. */
function rowStarts(lines: readonly TextLine[]): TextLine[] {
  const candidates = lines.filter((line) => numberAtStart(line) !== undefined)
  const places = [...Map.groupBy(candidates, (line) => Math.round(leftOf(line))).entries()]
  const [place = 0] = places.sort(([, a], [, b]) => b.length - a.length)[0] ?? []
  return candidates.filter((line) => Math.abs(leftOf(line) - place) <= SAME_COLUMN * line.size)
}

const leftOf = ({ pieces }: TextLine): number => pieces[0]?.x ?? 0

/** What the rows of a table have in common. */
interface Context {
  columns: readonly Column[]
  hasHeader: boolean
  /** Most resolutions of the table are wrapped. */
  wraps: boolean
}

function doResolutionsWrap(rows: readonly Row[], columns: readonly Column[]): boolean {
  const all = rows.map((row) => linesOf(row, columns, ['resolution']).length)
  return all.filter((lines) => lines > 1).length > all.filter((lines) => lines === 1).length
}

const textsOf = ({ texts }: Row, columns: readonly Column[], roles: readonly Role[]): Fragment[] =>
  columns.flatMap(({ role }, index) => (roles.includes(role) ? (texts[index] ?? []) : []))

const linesOf = (row: Row, columns: readonly Column[], roles: readonly Role[]): string[] =>
  textsOf(row, columns, roles).map(({ text }) => text)

function readRow(row: Row, { columns, hasHeader, wraps }: Context, section: Section | null): RawEntry {
  const { number: rowNumber } = row.start
  if (columns.length === 1) {
    return plainRow(row, section)
  }
  const all = (role: Role): string => joinLines(linesOf(row, columns, [role]))
  const resolution = linesOf(row, columns, ['resolution'])
  const crossing = row.texts.flat().find(({ crosses }) => crosses)
  const second = textsOf(row, columns, ['other']).find(({ text }) => isPlainNumber(text))
  const problems = [
    row.broken,
    crossing && `The text ${quote(crossing.text)} is in two columns.`,
    resolution.length > 1 && !wraps && `The resolution ${quote(resolution.join(' '))} has several lines.`,
    !hasHeader && second && `Its line has a second number, ${quote(second.text)}.`,
  ]
  return rawEntry({
    rowNumber,
    number: all('number').replace(/^N[°º]\s*/i, ''),
    event: [all('code'), all('event')].filter((text) => text !== '').join(' '),
    resolution: all('resolution'),
    section,
    broken: problems.find((problem) => typeof problem === 'string') ?? null,
  })
}

const PLAIN_ROW = /^(?<number>\S+) ?(?<rest>.*)$/

/** Splits the number from the text of a line without columns. */
function plainFragments(line: TextLine): Fragment[] {
  const text = textOfLine(line)
  const { number = '', rest = '' } = PLAIN_ROW.exec(text)?.groups ?? {}
  const end = line.pieces.at(-1)?.end ?? 0
  const fragment = (column: number, part: string): Fragment => ({
    line,
    column,
    text: part,
    end,
    crosses: false,
  })
  return leadingNumber(number) === undefined
    ? [fragment(1, text)]
    : [fragment(0, number), ...(rest === '' ? [] : [fragment(1, rest)])]
}

/** Longer texts are not the row of a table. */
const MAX_LENGTH = 4_000
const RESOLUTION_AT_END = /(?:^|\s)(?<resolution>\d{4}\/\d+)$/
const EVENT_AT_END = /^(?:.*\s)?(?<event>\d{3,4} \p{Lu}\p{L}.*)$/u

/** Reads a row without columns: the number is first, a resolution last, and the event is the last code with words. */
function plainRow({ start, texts, broken }: Row, section: Section | null): RawEntry {
  const [number = '', rest = ''] = texts.map((lines) =>
    joinLines(lines.map(({ text }) => text)).slice(0, MAX_LENGTH),
  )
  const resolution = RESOLUTION_AT_END.exec(rest)?.groups?.resolution ?? ''
  const before = rest.slice(0, rest.length - resolution.length).trim()
  const event = EVENT_AT_END.exec(before)?.groups?.event ?? ''
  const isCertain = event === '' ? resolution === '' : hasOfficeWords(event)
  return rawEntry({
    rowNumber: start.number,
    number,
    event,
    resolution,
    section,
    broken: broken ?? (isCertain ? null : `The name and the event are not separate: ${quote(before)}.`),
  })
}

/** Returns whether an event has the words of the office for its code: then no part of a name is in it. */
function hasOfficeWords(text: string): boolean {
  const { code, words } = readEvent(text)
  return officeWordsOf(code) === words
}
