import { joinLines, type TextLine, textOfLine } from '../../../formats/pdf/text-lines.ts'
import { type RawEntry, rawEntry } from '../raw-entry.ts'
import type { Section } from '../sections.ts'
import { type Column, cellsOf, columnsOf } from './columns.ts'
import { type Header, readHeader } from './header.ts'
import type { Role } from './roles.ts'
import { isPlainNumber, numberAtStart, rowStarts } from './row-start.ts'
import { type Row, rowsOf } from './rows-of.ts'

/**
 * Reads the rows of a table, each of one or several lines, and drops lines that belong to no row.
 *
 * @param header the header of this table, or of the table that it continues
 */
export function readRows(
  lines: readonly TextLine[],
  section: Section | null,
  header: Header | undefined,
): RawEntry[] {
  const { rest } = withoutHeaders(lines)
  const starts = rowStarts(rest)
  const moved = rest.filter(
    (line) => !starts.has(line) && line.pieces.slice(1).some(({ text }) => isPlainNumber(text)),
  )
  if (header !== undefined && header.cells[0]?.role !== 'number') {
    return [...starts, ...moved].map((line) => broken(line, section))
  }
  const columns = columnsOf([...starts], header)
  const rows = rowsOf(rest, starts).map((row) => readRow(row, columns, section))
  return moved.length > starts.size ? [...rows, ...moved.map((line) => broken(line, section))] : rows
}

const MOVED = 'The application number is not in the first column.'

const broken = (line: TextLine, section: Section | null): RawEntry =>
  rawEntry({ rowNumber: line.number, number: textOfLine(line), section, broken: MOVED })

/** Returns the first header of a table in some lines. */
export const firstHeader = (lines: readonly TextLine[]): Header | undefined => withoutHeaders(lines).header

/** Returns the lines without the header, which each page may repeat, and the first header. */
function withoutHeaders(lines: readonly TextLine[]): { header: Header | undefined; rest: TextLine[] } {
  const rest: TextLine[] = []
  let first: Header | undefined
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as TextLine
    const header = numberAtStart(line) === undefined ? readHeader(headOf(lines, index)) : undefined
    first ??= header
    if (header === undefined) {
      rest.push(line)
    } else {
      index += header.lines - 1
    }
  }
  return { header: first, rest }
}

/** Returns the lines that may be a header: close to each other, and before the first row. */
function headOf(lines: readonly TextLine[], index: number): TextLine[] {
  const head = lines.slice(index, index + 3)
  const end = head.findIndex(
    (line, at) => at > 0 && (numberAtStart(line) !== undefined || isFar(head[at - 1], line)),
  )
  return end < 0 ? head : head.slice(0, end)
}

const FAR = 2

const isFar = (above: TextLine | undefined, below: TextLine): boolean =>
  above === undefined || above.page !== below.page || below.y - above.y > FAR * below.size

function readRow({ start, lines }: Row, columns: readonly Column[], section: Section | null): RawEntry {
  const { number: rowNumber } = start
  const [number = ''] = cellsOf(start, columns)
  if (columns.length === 1) {
    return rawEntry({ rowNumber, section, ...plainRow(joinLines(lines.map(textOfLine))) })
  }
  const cells = lines.map((line) => cellsOf(line, columns))
  const all = (...roles: Role[]) =>
    columns
      .map(({ role }, index) =>
        roles.includes(role) ? joinLines(cells.map((each) => each[index] ?? '')) : '',
      )
      .filter((text) => text !== '')
      .join(' ')
  return rawEntry({
    rowNumber,
    number: number.replace(/^N[°º]\s*/i, ''),
    event: all('code', 'event'),
    resolution: all('resolution'),
    section,
  })
}

const MAX_LENGTH = 4_000
const PLAIN_ROW = /^(?<number>\S+)(?<rest>.*)$/
const RESOLUTION_AT_END = /(?:^|\s)(?<resolution>\d{4}\/\d+)$/
const EVENT_AT_END = /^(?:.*\s)?(?<event>\d{3,4} \p{Lu}\p{L}.*)$/u

/** Parses a row without columns: the number is first, a resolution last, and the event is the last code with words. */
function plainRow(all: string): Pick<RawEntry, 'number' | 'event' | 'resolution'> {
  const text = all.slice(0, MAX_LENGTH)
  const { number = text, rest = '' } = PLAIN_ROW.exec(text)?.groups ?? {}
  const resolution = RESOLUTION_AT_END.exec(rest)?.groups?.resolution ?? ''
  const before = rest.slice(0, rest.length - resolution.length).trim()
  return { number, event: EVENT_AT_END.exec(before)?.groups?.event ?? '', resolution }
}
