import { type Column, SHEET_COLUMNS } from './sheet-columns.ts'
import type { SheetMark } from './sheet-mark.ts'

/**
 * Yields the lines of a sheet of `marks` as CSV (RFC 4180), with semicolons as in the CSV files of Excel in Chile. The first
 * line has the headers.
 */
export function* csvSheet(marks: Iterable<SheetMark>): Generator<string> {
  yield lineOf(SHEET_COLUMNS.map(({ header }) => header))
  for (const mark of marks) yield lineOf(SHEET_COLUMNS.map((column) => cellOf(column, mark)))
}

const lineOf = (fields: readonly string[]): string => `${fields.map(quoted).join(';')}\r\n`

function cellOf({ kind, cell }: Column, mark: SheetMark): string {
  const text = cell(mark) ?? ''
  return kind === 'day' ? text.split('-').reverse().join('/') : text
}

const SPECIAL = /["\r\n;]|^\s|\s$/

/** Puts a field in quotes if it has special characters or outer spaces, and doubles the quotes in the field. */
const quoted = (field: string): string => (SPECIAL.test(field) ? `"${field.replaceAll('"', '""')}"` : field)
