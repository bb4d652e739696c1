import { CsvError, type Options, type Parser, parse } from 'csv-parse'
import { SyncError } from '../../sync-error.ts'
import { type Cell, LONGEST_CELL } from '../../values/cell.ts'
import { type SheetRow, sheetRow, UnreadableCell } from '../sheet.ts'
import { lineLengths } from './line-lengths.ts'

/** Limits the memory of a record with an unclosed quote. */
const MAX_RECORD_BYTES = 1024 * 1024
/** The maximum number of columns, as in an Excel workbook. */
const MAX_COLUMNS = 16_384

export interface Dialect {
  readonly separator: string
  readonly lineEnds: readonly string[]
  readonly quoteEscape: '"' | '\\'
}

/** Returns parser options for RFC 4180. The parser also accepts quotes within a cell and rows of different lengths. */
export const parserOptions = ({ separator, lineEnds, quoteEscape }: Dialect): Options => ({
  bom: true,
  delimiter: separator,
  escape: quoteEscape,
  record_delimiter: [...lineEnds],
  relax_quotes: true,
  relax_column_count: true,
  max_record_size: MAX_RECORD_BYTES,
})

/**
 * Parses UTF-8 bytes, and yields a batch of rows for each chunk. The number of a row is the line on which the row begins.
 *
 * A last line without a line break may be cut off. `isComplete` selects the check:
 * - `true`: The file is known to be complete. The line is not checked.
 * - `undefined`: The file is rejected if the last record has fewer cells than usual.
 * - `false`: As for `undefined`, and the last cell becomes unreadable unless it is quoted or begins with a complete date.
 *
 * @throws SyncError `cut_off` for a cut-off file or an unclosed quote; `too_large` for a record beyond the limits
 */
export async function* parseRecords(
  chunks: AsyncIterable<Uint8Array>,
  dialect: Dialect,
  isComplete?: boolean,
): AsyncGenerator<readonly SheetRow[]> {
  const parser = parse(parserOptions(dialect))
  const errors: unknown[] = []
  parser.on('error', (error) => errors.push(error))
  const widths: Widths = { counts: new Map(), last: 0, lastRecord: [], lastLine: 0 }
  const lengths = lineLengths()
  const take = rowTaker(parser, dialect, widths, lengths)
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES)
    parser.write(chunk)
    yield take(errors[0] ?? parser.errored, chunk.length)
  }
  parser.end()
  await settled(parser)
  const rows = take(errors[0] ?? parser.errored, 0)
  lengths.assertNotCut()
  if (isComplete || endsWithLineBreak(tail, dialect)) {
    yield rows
    return
  }
  if (widths.last < usual(widths)) {
    throw new SyncError('cut_off', 'The file ends in the middle of a line: it was cut off.')
  }
  const mayBeCut = isComplete === false && widths.lastLine > 1 && !isLastCellWhole(widths, dialect, tail)
  yield mayBeCut ? rows.map((row) => (row.number === widths.lastLine ? withoutLastCell(row) : row)) : rows
}

/** The number of bytes at the end of the file that are searched for a quoted last cell. */
const TAIL_BYTES = 64 * 1024

const endsWithLineBreak = (tail: Buffer, { lineEnds }: Dialect): boolean =>
  lineEnds.some((end) => tail.subarray(-end.length).toString() === end)

const WHOLE_DAY = /^\s*(?:\d{1,2}([/.-])\d{1,2}\1\d{4}|\d{4}([/.-])\d{2}\2\d{2})(?:[ T]|$)/

function isLastCellWhole({ lastRecord }: Widths, { separator, quoteEscape }: Dialect, tail: Buffer): boolean {
  const text = lastRecord.at(-1) ?? ''
  const quoted = `${separator}"${text.replaceAll('"', `${quoteEscape}"`)}"`
  return WHOLE_DAY.test(text) || tail.toString().endsWith(quoted)
}

const CUT = 'the file ends in this cell without a line break, so the cell may be cut off'

function withoutLastCell(row: SheetRow): SheetRow {
  const column = (row.written ?? row.cells.length) - 1
  const unreadable = new Map(row.unreadable).set(column, CUT)
  return { ...row, cells: row.cells.map((cell, place) => (place === column ? null : cell)), unreadable }
}

interface Widths {
  readonly counts: Map<number, number>
  /** The number of cells of the last record. */
  last: number
  lastRecord: readonly string[]
  /** The line on which the last record begins. */
  lastLine: number
}

/** Adds a record to `widths`. A DOS end-of-file character gets an infinite width, so that it never looks cut off. */
function countWidth(record: readonly string[], line: number, widths: Widths): void {
  widths.lastRecord = record
  widths.lastLine = line
  widths.last = isEndOfFile(record) ? Number.POSITIVE_INFINITY : record.length
  widths.counts.set(record.length, (widths.counts.get(record.length) ?? 0) + 1)
}

const END_OF_FILE = '\x1a'

function isEndOfFile(record: readonly string[]): boolean {
  const [text = ''] = record
  return record.length === 1 && text.includes(END_OF_FILE) && text.replaceAll(END_OF_FILE, '').trim() === ''
}

const usual = ({ counts }: Widths): number =>
  [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0]

const settled = (parser: Parser): Promise<void> =>
  new Promise((resolve) => {
    parser.once('finish', resolve).once('error', () => resolve())
  })

function rowTaker(
  parser: Parser,
  dialect: Dialect,
  widths: Widths,
  lengths: ReturnType<typeof lineLengths>,
): (error: unknown, bytes: number) => SheetRow[] {
  let line = 1
  let pending = 0
  return (error, bytes) => {
    const rows: SheetRow[] = []
    const before = line
    for (let record = parser.read(); record !== null; record = parser.read()) {
      const cells = cellsOf(record, line)
      countWidth(record, line, widths)
      if (cells.length > 0) {
        rows.push({ ...sheetRow(line, cells), written: record.length })
      }
      const lines = lineCount(record)
      if (lines === 1) {
        lengths.add(record, line)
      } else {
        rejectSwallowedRows(record, dialect.separator, line)
      }
      line += lines
    }
    pending = line === before ? pending + bytes : 0
    if (error !== undefined && error !== null) {
      throw explain(error, line)
    }
    if (pending > MAX_RECORD_BYTES) {
      throw tooLong(line)
    }
    return rows
  }
}

/** Returns the cells of a record up to the last non-empty cell. */
function cellsOf(record: readonly string[], line: number): (Cell | UnreadableCell)[] {
  if (record.length > MAX_COLUMNS) {
    throw new SyncError('too_large', `Line ${line} has more than ${MAX_COLUMNS} columns.`)
  }
  let length = isEndOfFile(record) ? 0 : record.length
  while (length > 0 && isBlank(record[length - 1])) {
    length--
  }
  const cells: (Cell | UnreadableCell)[] = new Array(length)
  for (let index = 0; index < length; index++) {
    cells[index] = cellOf(record[index])
  }
  return cells
}

const TOO_LONG = new UnreadableCell('it has more than 32,767 characters')

/** Converts a text to a cell. Replaces `\"` by `"`: the parser does so only if the beginning of the file contains `\"`. */
function cellOf(text: string | undefined): Cell | UnreadableCell {
  if (text === undefined || isBlank(text)) {
    return null
  }
  return text.length > LONGEST_CELL ? TOO_LONG : text.includes('\\"') ? text.replaceAll('\\"', '"') : text
}

const isBlank = (text: string | undefined): boolean => !text || (text.charCodeAt(0) <= 0x20 && !text.trim())

function lineCount(record: readonly string[]): number {
  let lines = 1
  for (const cell of record) {
    if (cell.includes('\n') || cell.includes('\r')) {
      lines += cell.split(/\r\n|\n|\r/).length - 1
    }
  }
  return lines
}

function explain(error: unknown, line: number): unknown {
  const code = error instanceof CsvError ? error.code : undefined
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    const message = `The file ends within quotes that were opened in the record of line ${line}: it was cut off.`
    return new SyncError('cut_off', message, { cause: error })
  }
  return code === 'CSV_MAX_RECORD_SIZE' ? tooLong(line, error) : error
}

const tooLong = (line: number, cause?: unknown): SyncError =>
  new SyncError(
    'too_large',
    `The record that begins on line ${line} is longer than 1 MiB; perhaps a quote in it never closes.`,
    { cause },
  )

/** Matches an application number, such as `1.234.567`. */
const NUMBER = String.raw`\d[\d.]{4,}`

const DAY = String.raw`"?(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}[/.-]\d{1,2}[/.-]\d{1,2})"?`

/**
 * Rejects a record that contains other rows because a quote was not closed. There are two signs:
 * - The first line and a later line begin with an application number.
 * - A cell of several lines contains a day between separators.
 */
function rejectSwallowedRows(record: readonly string[], separator: string, line: number): void {
  const literal = separator === '|' ? '\\|' : separator
  const first = new RegExp(String.raw`^\s*"?${NUMBER}"?\s*(?:$|${literal})`)
  // If a swallowed row begins with `"1234567";`, the parser closes the cell at the second quote: it ends with `"1234567`.
  const later = new RegExp(String.raw`[\r\n](?:"?${NUMBER}"?${literal}|"${NUMBER}"?$)`)
  const day = new RegExp(String.raw`${literal}${DAY}(?:${literal}|[\r\n])`)
  const hasRow = (cell: string): boolean => /[\r\n]/.test(cell) && day.test(cell)
  if ((first.test(record[0] ?? '') && record.some((cell) => later.test(cell))) || record.some(hasRow)) {
    const why = `perhaps a quote on line ${line} never closes`
    throw new SyncError('cut_off', `A row begins within a cell of the record of line ${line}: ${why}.`)
  }
}
