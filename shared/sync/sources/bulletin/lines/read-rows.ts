import { joinLines, leftOf, type TextLine, textOfLine } from '../../../formats/pdf/text-lines.ts'
import { officeWordsOf, readEvent } from '../../../values/office-events.ts'
import { quote } from '../../../values/quote.ts'
import { remarkAgainst } from '../../../values/without-effect.ts'
import { isSameText, type RawEntry, rawEntry } from '../raw-entry.ts'
import { readHeading, type Section } from '../sections.ts'
import { type Column, columnsOf, columnsWithoutHeader, type Fragment, fragmentsOf } from './columns.ts'
import { type Header, isComplete } from './header.ts'
import { EVENT_OR_RESOLUTION, withoutTotals } from './notes.ts'
import { isPlainNumber, leadingNumber, numberAtStart } from './numbers.ts'
import type { Role } from './roles.ts'
import type { Row } from './row.ts'
import { rowsOf } from './rows-of.ts'

/** The lines of a table, without headers. */
export interface Table {
  section: Section | null
  /** The header of this table, or of the table that it continues. */
  header: Header | undefined
  lines: TextLine[]
  /** The last line of each header above or between the rows. */
  repeated?: TextLine[]
}

interface ReadTables {
  entries: RawEntry[]
  /** The texts that are in no row and beside no row, such as notes below the table. */
  loose: Fragment[]
  /** The lines of all texts that are in no row, or may be in a row by chance. */
  outside: TextLine[]
}

/** Reads the rows of tables with the same columns. */
export function readTables(all: readonly Table[]): ReadTables {
  const tables = all.map((table) => ({ ...table, lines: withoutTotals(table.lines) }))
  const header = tables[0]?.header
  const lines = tables.flatMap((table) => table.lines)
  const sections = new Map(tables.flatMap((table) => table.lines.map((line) => [line, table.section])))
  const problem = header && problemOf(header)
  if (typeof problem === 'string') {
    return {
      entries: lines.filter(hasNumber).map((line) => broken(line, sections, problem)),
      loose: [],
      outside: [],
    }
  }
  const starts = header === undefined ? rowStarts(lines) : []
  const columns = header === undefined ? columnsWithoutHeader(lines, starts) : columnsOf(header, lines)
  const split = columns.length === 1 ? plainFragments : (line: TextLine) => fragmentsOf(line, columns)
  const parts = tables.map((table) => table.lines.flatMap(split))
  const isStart = header === undefined ? new Set(starts) : undefined
  const numbers = new Set(
    parts.flat().filter(({ column, line, text }) => {
      return column === 0 && leadingNumber(text) !== undefined && (isStart?.has(line) ?? true)
    }),
  )
  const isRead = ({ column, role, text }: Fragment) =>
    READ.has(role) ||
    columns[column]?.isKnown !== true ||
    (header === undefined && EVENT_OR_RESOLUTION.test(text))
  const { rows, loose, outside } = rowsOf(
    parts,
    { numbers, isRead },
    tables.map(({ repeated = [] }) => repeated),
  )
  const context = contextOf(rows, columns, header)
  const entries = rows.map((row) => readRow(row, context, sections.get(row.start) ?? null))
  const moved =
    header === undefined ? lines.filter((line) => !isStart?.has(line) && hasMovedNumber(line)) : []
  return {
    entries:
      moved.length > rows.length
        ? [...entries, ...moved.map((line) => broken(line, sections, MOVED))]
        : entries,
    loose,
    outside: [...outside, ...rows.flatMap(chanceLines)],
  }
}

/** Returns the lines, such as headings, that may be in a row by chance. */
const chanceLines = ({ texts }: Row): TextLine[] =>
  texts
    .flat()
    .filter(({ crosses, role, line }) => crosses || (READ.has(role) && isHeadingAlone(line)))
    .map(({ line }) => line)

const isHeadingAlone = (line: TextLine): boolean =>
  line.pieces.length === 1 && readHeading(textOfLine(line)) !== null

const READ: ReadonlySet<Role> = new Set(['number', 'code', 'event', 'resolution'])

/** The roles of columns that are not stored. Their texts only show whether a row is readable. */
const UNREAD: readonly Role[] = ['name', 'other', 'note']

const MOVED = 'The application number is not in the first column.'

function problemOf({ cells, hasMore }: Header): string | null {
  const numbers = cells.filter(({ role }) => role === 'number').length
  if (numbers === 0) {
    return 'Its table has no header for the application number.'
  }
  if (numbers !== 1 || cells[0]?.role !== 'number') {
    return MOVED
  }
  if (hasMore) {
    return 'The header has a second line: each entry may have two lines.'
  }
  return isComplete(cells) || cells.every(({ isKnown }) => isKnown)
    ? null
    : 'The header has an unknown column, which may be the event or the resolution.'
}

const hasNumber = (line: TextLine): boolean => numberAtStart(line) !== undefined || hasMovedNumber(line)

const hasMovedNumber = ({ pieces }: TextLine): boolean =>
  pieces.slice(1).some(({ text }) => isPlainNumber(text))

const broken = (line: TextLine, sections: ReadonlyMap<TextLine, Section | null>, reason: string): RawEntry =>
  rawEntry({
    rowNumber: line.number,
    number: textOfLine(line),
    section: sections.get(line) ?? null,
    broken: reason,
  })

/**
 * The maximum distance between the left end of a number and the most frequent left end, as a multiple of the font size.
 * Right-aligned numbers have different left ends.
 */
const SAME_COLUMN = 2.5

/** Returns the lines that begin a row. Numbers far from the most frequent left end are in names or footers. */
function rowStarts(lines: readonly TextLine[]): TextLine[] {
  const candidates = lines.filter((line) => numberAtStart(line) !== undefined)
  const places = [...Map.groupBy(candidates, (line) => Math.round(leftOf(line))).entries()]
  const [place = 0] = places.sort(([, a], [, b]) => b.length - a.length)[0] ?? []
  return candidates.filter((line) => Math.abs(leftOf(line) - place) <= SAME_COLUMN * line.size)
}

interface Context {
  columns: readonly Column[]
  hasHeader: boolean
  hasNoEvents: boolean
  /** True if most resolutions of the table have several lines. */
  wraps: boolean
  mayBreakWords: (row: Row) => boolean
}

const contextOf = (rows: readonly Row[], columns: readonly Column[], header: Header | undefined): Context => {
  const resolutions = rows.map((row) => textsOf(row, columns, ['resolution']).length)
  return {
    columns,
    hasHeader: header !== undefined,
    hasNoEvents: columns.every(({ role }) => role !== 'event' && role !== 'code'),
    wraps:
      resolutions.filter((lines) => lines > 1).length > resolutions.filter((lines) => lines === 1).length,
    mayBreakWords: wordBreaks(rows, columns),
  }
}

/** A line is full if its remaining space is less than this multiple of the font size. A full line may end within a word. */
const LETTER = 0.6
/** A justified line has at most this much remaining space, in points. */
const JUSTIFIED = 0.5
/** A column breaks words if more than this share of its wrapped lines (the lines of a cell except the last) is full. */
const MOST = 0.8

/**
 * Returns a function that checks whether the event of a row may be broken within a word. If all full lines of a column
 * are justified, they do not show that the column breaks words, because justified lines are always full.
 */
function wordBreaks(rows: readonly Row[], columns: readonly Column[]): (row: Row) => boolean {
  const texts = rows.map((row) => textsOf(row, columns, ['event']))
  const width = texts.flat().reduce((widest, { x, end }) => Math.max(widest, end - x), 0)
  const spaceIn = ({ x, end }: Fragment): number => width - (end - x)
  const isFull = (text: Fragment): boolean =>
    spaceIn(text) < LETTER * text.line.size && !/[-\u00ad‐]$/.test(text.text)
  const wrapped = texts.flatMap((lines) => lines.slice(0, -1))
  const full = wrapped.filter(isFull)
  const breaks = full.length > wrapped.length * MOST && full.some((text) => spaceIn(text) > JUSTIFIED)
  return (row) =>
    textsOf(row, columns, ['event'])
      .slice(0, -1)
      .some((text) => isFull(text) && (breaks || !text.text.includes(' ')))
}

const textsOf = ({ texts }: Row, columns: readonly Column[], roles: readonly Role[]): Fragment[] =>
  columns.flatMap(({ role }, index) => (roles.includes(role) ? (texts[index] ?? []) : []))

const linesOf = (row: Row, columns: readonly Column[], roles: readonly Role[]): string[] =>
  textsOf(row, columns, roles).map(({ text }) => text)

function readRow(row: Row, context: Context, section: Section | null): RawEntry {
  const { columns, hasHeader, hasNoEvents, wraps, mayBreakWords } = context
  const { number: rowNumber } = row.start
  if (columns.length === 1) {
    return plainRow(row, section)
  }
  const all = (role: Role): string => joinLines(linesOf(row, columns, [role]))
  const resolution = linesOf(row, columns, ['resolution'])
  const event = [all('code'), all('event')].filter((text) => text !== '').join(' ')
  const crossing = row.texts.flat().find(({ crosses }) => crosses)
  const second = textsOf(row, columns, UNREAD).find(({ text }) => isPlainNumber(text))
  const unknown = row.texts.flat().find(({ column }) => columns[column]?.isKnown === false)
  const bare = readEvent(event)
  const problems = [
    row.broken,
    crossing && `The text ${quote(crossing.text)} is in two columns.`,
    resolution.length > 1 && !wraps && `The resolution ${quote(resolution.join(' '))} has several lines.`,
    mayBreakWords(row) && !hasOfficeWords(event) && `The words of ${quote(event)} may be broken.`,
    unknown &&
      (!hasHeader || hasNoEvents || (bare.words === '' && officeWordsOf(bare.code) === undefined)) &&
      `The meaning of the column with ${quote(unknown.text)} is unknown.`,
    (hasNoEvents || (!hasHeader && event === '')) &&
      textsOf(row, columns, UNREAD).some(({ text }) => EVENT_OR_RESOLUTION.test(text)) &&
      'It is not known which column of the table is the event.',
    remarkAgainst(all('note')),
    !hasHeader && second && `The row has a second number, ${quote(second.text)}.`,
  ]
  return rawEntry({
    rowNumber,
    number: all('number').replace(/^N[°º]\s*/i, ''),
    event,
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
  const [x, end] = [leftOf(line), line.pieces.at(-1)?.end ?? 0]
  const fragment = (column: number, part: string): Fragment => ({
    line,
    column,
    role: 'other',
    text: part,
    x,
    end,
    y: line.y,
    crosses: false,
  })
  return leadingNumber(number) === undefined
    ? [fragment(1, text)]
    : [fragment(0, number), ...(rest === '' ? [] : [fragment(1, rest)])]
}

/** The maximum length of the two texts of a row without columns: the number and the rest. Longer texts are cut off. */
const MAX_LENGTH = 4_000
const RESOLUTION_AT_END = /(?:^|\s)(?<resolution>\d{4}\/\d+)$/
const EVENT_AT_END = /^(?:.*\s)?(?<event>\d{3,4} \p{Lu}\p{L}.*)$/u

/** Reads a row without columns, such as `1234567 MARCA 200 Acepta a trámite 2026/221639`. */
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

function hasOfficeWords(text: string): boolean {
  const { code, words } = readEvent(text)
  return words !== '' && isSameText(words, officeWordsOf(code))
}
