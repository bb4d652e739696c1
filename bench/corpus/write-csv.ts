import { type Column, SHEET_COLUMNS } from './sheet-columns.ts'
import type { SheetMark } from './sheet-mark.ts'

// The length of a chunk in characters: a larger chunk takes more memory, a smaller one more writes.
const CHUNK_LENGTH = 64 * 1024
const LINE_END = '\r\n'
const SEPARATOR = ';'

/**
 * Yields a sheet of `marks` as CSV (RFC 4180), with semicolons as in the CSV files of Excel in Chile. The first line has the
 * headers. Each chunk has about 64 K characters.
 */
export function* csvSheet(marks: Iterable<SheetMark>): Generator<string> {
  let chunk = lineOf(SHEET_COLUMNS.map(({ header }) => header))
  for (const mark of marks) {
    chunk += lineOf(SHEET_COLUMNS.map((column) => cellOf(column, mark)))
    if (chunk.length >= CHUNK_LENGTH) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk !== '') yield chunk
}

const lineOf = (fields: readonly string[]): string => fields.map(quoted).join(SEPARATOR) + LINE_END

function cellOf({ kind, cell }: Column, mark: SheetMark): string {
  const text = cell(mark) ?? ''
  return kind === 'day' ? text.split('-').reverse().join('/') : text
}

const SPECIAL = /["\r\n;]|^\s|\s$/

/** Puts a field in quotes if it has special characters or outer spaces, and doubles the quotes in the field. */
const quoted = (field: string): string => (SPECIAL.test(field) ? `"${field.replaceAll('"', '""')}"` : field)
