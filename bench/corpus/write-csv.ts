import type { SheetMark } from './sheet-mark.ts'
import { type ClassLayout, type Column, entriesOf, sheetColumns } from './sheet-rows.ts'

export interface CsvOptions {
  /** Default `;`, as a Chilean Excel writes it. */
  readonly separator?: ';' | ',' | '\t'
  /** Default `dd/mm/yyyy`. */
  readonly days?: 'dd/mm/yyyy' | 'iso'
  /** Default `joined`. */
  readonly classes?: ClassLayout
}

// Big enough that the steps of whoever encodes and writes are few, small enough to hold.
const CHUNK_LENGTH = 64 * 1024
const LINE_END = '\r\n'

/**
 * The office's sheet of `marks` as CSV by RFC 4180, headers first, in chunks of some 64 K characters.
 *
 * The encoding, with a byte order mark or without, is the caller's.
 */
export function* csvSheet(marks: Iterable<SheetMark>, options: CsvOptions = {}): Generator<string> {
  const { separator = ';', days = 'dd/mm/yyyy', classes = 'joined' } = options
  const columns = sheetColumns(classes)
  const quote = quoter(separator)
  const write = columns.map((column) => writer(column, days))
  let chunk = columns.map(({ header }) => quote(header)).join(separator) + LINE_END
  for (const mark of marks) {
    for (const entry of entriesOf(mark, classes)) {
      chunk += write.map((cell) => quote(cell(entry))).join(separator) + LINE_END
    }
    if (chunk.length >= CHUNK_LENGTH) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk !== '') yield chunk
}

type Writer = (entry: Parameters<Column['cell']>[0]) => string

const writer = ({ kind, cell }: Column, days: CsvOptions['days']): Writer =>
  kind === 'day' && days === 'dd/mm/yyyy' ? (entry) => slashed(cell(entry)) : (entry) => cell(entry) ?? ''

const slashed = (day: string | null): string =>
  day === null ? '' : `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`

/** A field goes between quotes when it would not come back whole without them; a quote in it is doubled. */
function quoter(separator: string): (field: string) => string {
  const special = new RegExp(`["\\r\\n${separator}]|^\\s|\\s$`)
  return (field) => (special.test(field) ? `"${field.replaceAll('"', '""')}"` : field)
}
