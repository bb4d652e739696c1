import { type Column, SHEET_COLUMNS } from './sheet-columns.ts'
import type { SheetMark } from './sheet-mark.ts'

// Large enough for few encoding and writing steps, small enough to keep in memory.
const CHUNK_LENGTH = 64 * 1024
const LINE_END = '\r\n'
const SEPARATOR = ';'

/**
 * Writes the office's sheet of `marks` as CSV by RFC 4180, as a Chilean Excel does: headers first, in chunks of some
 * 64 K characters.
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

/** Quotes a field if its characters require it, and doubles the quotes in it. */
const quoted = (field: string): string => (SPECIAL.test(field) ? `"${field.replaceAll('"', '""')}"` : field)
