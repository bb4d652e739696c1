import { CsvError, type Options, type Parser, parse } from 'csv-parse'
import { SyncError } from '../../sync-error.ts'
import type { Cell } from '../../values/cell.ts'
import type { SheetRow } from '../sheet.ts'
import { refuseSwallowed } from './swallowed-rows.ts'

/** A record holds this many bytes at most: a quote that never closes must not fill the memory. */
export const MAX_RECORD_BYTES = 1024 * 1024
/** As many as a workbook has. */
export const MAX_COLUMNS = 16_384

/** How records are written: what stands between cells, and what ends a line. */
export interface Form {
  readonly separator: string
  readonly lineEnds: readonly string[]
}

/** RFC 4180, and what people make of it: quotes within a cell, rows of any length. */
export const parserOptions = ({ separator, lineEnds }: Form): Options => ({
  bom: true,
  delimiter: separator,
  record_delimiter: [...lineEnds],
  relax_quotes: true,
  relax_column_count: true,
  max_record_size: MAX_RECORD_BYTES,
})

/**
 * Reads records from UTF-8 bytes: a batch of rows for each chunk, numbered by the line on which they begin.
 *
 * @throws SyncError `cut_off` where the text ends within quotes or within a line, or a quote swallows rows, `too_large` for a record beyond the
 * bounds
 */
export async function* parseRecords(
  chunks: AsyncIterable<Uint8Array>,
  form: Form,
): AsyncGenerator<readonly SheetRow[]> {
  const parser = parse(parserOptions(form))
  const errors: unknown[] = []
  parser.on('error', (error) => errors.push(error))
  const widths: Widths = { counts: new Map(), last: 0 }
  const take = rowTaker(parser, form, widths)
  let lastByte: number | undefined
  for await (const chunk of chunks) {
    lastByte = chunk.at(-1) ?? lastByte
    parser.write(chunk)
    yield take(errors[0] ?? parser.errored, chunk.length)
  }
  parser.end()
  await settled(parser)
  yield take(errors[0] ?? parser.errored, 0)
  if (lastByte !== LINE_FEED && lastByte !== CARRIAGE_RETURN && widths.last < usual(widths)) {
    throw new SyncError('cut_off', 'The file ends in the middle of a line: it was cut off.')
  }
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** How many cells the records have. */
interface Widths {
  readonly counts: Map<number, number>
  last: number
}

/** Nothing is missing before the end that DOS wrote into its files. */
function countWidth(record: readonly string[], widths: Widths): void {
  widths.last = isEndOfFile(record) ? Number.POSITIVE_INFINITY : record.length
  widths.counts.set(record.length, (widths.counts.get(record.length) ?? 0) + 1)
}

const END_OF_FILE = '\x1a'

function isEndOfFile(record: readonly string[]): boolean {
  const [text = ''] = record
  return record.length === 1 && text.includes(END_OF_FILE) && text.replaceAll(END_OF_FILE, '').trim() === ''
}

/** The number of cells that most records have: some have more by a stray separator, some fewer. */
const usual = ({ counts }: Widths): number =>
  [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [0, 0])[0]

/** Until a parser that was told to end has parsed its rest, or has failed at it. */
const settled = (parser: Parser): Promise<void> =>
  new Promise((resolve) => {
    parser.once('finish', resolve).once('error', () => resolve())
  })

/** Takes the rows that are ready, counting lines and the bytes of a record that does not end. */
function rowTaker(parser: Parser, form: Form, widths: Widths): (error: unknown, bytes: number) => SheetRow[] {
  let line = 1
  let pending = 0
  return (error, bytes) => {
    const rows: SheetRow[] = []
    const before = line
    for (let record = parser.read(); record !== null; record = parser.read()) {
      const cells = cellsOf(record, line)
      countWidth(record, widths)
      if (cells.length > 0) {
        rows.push({ number: line, cells })
      }
      const lines = lineCount(record)
      if (lines > 1) {
        refuseSwallowed(record, form.separator, line)
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

/** The cells of a record up to the last one with something in it. */
function cellsOf(record: readonly string[], line: number): Cell[] {
  if (record.length > MAX_COLUMNS) {
    throw new SyncError('too_large', `Line ${line} has more than ${MAX_COLUMNS} columns.`)
  }
  let length = isEndOfFile(record) ? 0 : record.length
  while (length > 0 && isBlank(record[length - 1])) {
    length--
  }
  const cells: Cell[] = new Array(length)
  for (let index = 0; index < length; index++) {
    cells[index] = isBlank(record[index]) ? null : (record[index] ?? null)
  }
  return cells
}

const isBlank = (text: string | undefined): boolean => !text || (text.charCodeAt(0) <= 0x20 && !text.trim())

/** One line, and one more for each break within quotes, however it is written. */
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
