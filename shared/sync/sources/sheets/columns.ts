import { columnLetters, type SheetRow } from '../../formats/sheet.ts'
import { SyncError } from '../../sync-error.ts'
import { cleanText } from '../../text/clean-text.ts'
import { decodeEntities } from '../../text/decode-entities.ts'
import { foldWords } from '../../text/fold-words.ts'
import type { Cell } from '../../values/cell.ts'
import { quote } from '../../values/quote.ts'
import { readDay, readNumber } from '../../values/read-value.ts'
import {
  ALL_FIELDS,
  type Field,
  fieldOf,
  headerOf,
  isMonthFirst,
  PERSON_FIELDS,
  PLAIN_COUNTRY,
} from './header-words.ts'

/** The columns of a worksheet. Columns are counted from 0, rows from 1. */
export interface FoundColumns {
  readonly headerRow: number
  /** The column of each field; -1 for a field without a column. */
  readonly at: Readonly<Record<Field, number>>
  /** Day fields whose header puts the month first, such as `Fecha de Registro (mm/dd/aaaa)`. */
  readonly monthFirst: ReadonlySet<Field>
  /** Columns without a header, to the right of the first header. */
  readonly unnamed: readonly number[]
  /** Columns with remarks, such as `NO USAR`. */
  readonly remarks: readonly number[]
  /** Columns that mark deleted rows, such as `eliminado`. */
  readonly deleted: readonly number[]
  /** Quoted headers of columns that are not read. */
  readonly unread: readonly string[]
  /** The number of columns up to the last header. */
  readonly width: number
}

/** The number of rows at the top of a worksheet that are searched for headers. */
export const HEADER_ROWS = 30

const REQUIRED = ['nroSolicitud', 'denominacion', 'estado', 'fechaPresentacion'] as const
const MIN_HEADERS = 2
const MAX_QUOTED = 20

/**
 * Finds the columns of a worksheet. The header row is the first row with a header for each required field.
 *
 * @throws SyncError `headers_missing` if headers are missing, repeated or unreadable
 * @throws SyncError `headers_missing` if another table is above the headers
 */
export function findColumns(rows: readonly SheetRow[]): FoundColumns {
  const candidates = rows.slice(0, HEADER_ROWS).map((row) => ({ row, named: namedColumns(row.cells) }))
  const counts = candidates.map(({ named }) => fieldsIn(named).size)
  const found =
    candidates.find(({ named }) => namesRequired(fieldsIn(named))) ??
    candidates[counts.indexOf(Math.max(...counts))]
  if (found === undefined || found.named.length < MIN_HEADERS) {
    throw missing(REQUIRED, candidates[0]?.row)
  }
  rejectRepeated(found.named)
  const at = columnsOf(found.named)
  assertRequired(at, found.row)
  rejectUnreadable(found.row)
  rejectTableAbove(rows.slice(0, candidates.indexOf(found)), found.row)
  const unread = unreadHeaders(found)
  const monthFirst = new Set(
    found.named.filter(({ header }) => isMonthFirst(header)).map(({ field }) => field),
  )
  const { number, cells } = found.row
  return {
    headerRow: number,
    at,
    monthFirst,
    unnamed: unnamedColumns(cells),
    remarks: columnsWith(REMARKS, cells),
    deleted: columnsWith(DELETED, cells),
    unread,
    width: cells.length,
  }
}

const fieldsIn = (named: readonly Named[]): ReadonlySet<Field> => new Set(named.map(({ field }) => field))

const namesRequired = (fields: ReadonlySet<Field>): boolean => REQUIRED.every((field) => fields.has(field))

function rejectUnreadable({ number, unreadable }: SheetRow): void {
  for (const [column, reason] of unreadable ?? []) {
    const where = `column ${columnLetters(column)} of row ${number}`
    throw new SyncError('headers_missing', `The header in ${where} cannot be read: ${reason}.`)
  }
}

function rejectTableAbove(above: readonly SheetRow[], { number }: SheetRow): void {
  const search = markSearch()
  const first = above.find((row) => search.add(row))
  if (first !== undefined) {
    const message = `Row ${first.number} looks like a mark, and is above the headers in row ${number}`
    throw new SyncError('headers_missing', `${message}: save each table as a file of its own.`)
  }
}

const isNoHeader = (cell: Cell): boolean => cell === null || cleanText(String(cell)) === ''

/** Omits the columns to the left of the first header, because they usually contain row numbers. */
function unnamedColumns(headers: readonly Cell[]): number[] {
  const first = headers.findIndex((cell) => !isNoHeader(cell))
  return headers.flatMap((cell, column) => (column > first && isNoHeader(cell) ? [column] : []))
}

const REMARKS = /^(?:observacion(?:es)?|obs|notas?|comentarios?)$/

const DELETED = /^(?:eliminad[oa]|borrad[oa]|(?:is )?deleted(?: at)?)$/

const columnsWith = (words: RegExp, headers: readonly Cell[]): number[] =>
  headers.flatMap((cell, column) => (words.test(foldWords(String(cell ?? ''))) ? [column] : []))

function unreadHeaders({ row, named }: { row: SheetRow; named: readonly Named[] }): string[] {
  const read = new Set(named.map(({ column }) => column))
  return row.cells.flatMap((cell, column) =>
    isNoHeader(cell) || read.has(column) ? [] : [quote(String(cell))],
  )
}

export const fieldsOf = ({ at }: FoundColumns): Field[] => ALL_FIELDS.filter((field) => at[field] >= 0)

interface Named {
  field: Field
  header: string
  column: number
}

function namedColumns(cells: readonly Cell[]): Named[] {
  const headers = cells.map((cell) => (typeof cell === 'string' ? cleanText(decodeEntities(cell)) : ''))
  const fields = headers.map((header) => (header === '' ? undefined : fieldOf(header)))
  return headers.flatMap((header, column) => {
    const field = fields[column] === PLAIN_COUNTRY ? countryBeside(fields, column) : fields[column]
    return field === undefined ? [] : [{ field: field as Field, header, column }]
  })
}

/**
 * Returns the field of a column `País`: the country of the persons in the column directly to its left. If that column has no
 * persons, and the sheet has exactly one column of persons, returns their country. Otherwise returns undefined.
 */
function countryBeside(fields: readonly (string | undefined)[], column: number): Field | undefined {
  const beside = PERSON_FIELDS.find(([, person]) => fields[column - 1] === person)
  const all = PERSON_FIELDS.filter(([, person]) => fields.includes(person))
  return (beside ?? (all.length === 1 ? all[0] : undefined))?.[2]
}

function rejectRepeated(named: readonly Named[]): void {
  for (const [index, { field, header }] of named.entries()) {
    const before = named.slice(0, index).find((other) => other.field === field)
    if (before) {
      throw new SyncError('headers_missing', repeatedMessage(before.header, header))
    }
  }
}

const repeatedMessage = (first: string, second: string): string =>
  first === second
    ? `The header ${quote(first)} occurs twice, so it is not known which column counts.`
    : `The headers ${quote(first)} and ${quote(second)} mean the same, so it is not known which column counts.`

function columnsOf(named: readonly Named[]): Record<Field, number> {
  const nowhere = Object.fromEntries(ALL_FIELDS.map((field) => [field, -1])) as Record<Field, number>
  return named.reduce((at, { field, column }) => Object.assign(at, { [field]: column }), nowhere)
}

function assertRequired(at: FoundColumns['at'], row: SheetRow): void {
  const absent = REQUIRED.filter((field) => at[field] < 0)
  if (absent.length > 0) {
    throw missing(absent, row)
  }
}

function missing(fields: readonly Field[], row: SheetRow | undefined): SyncError {
  const wanted = fields.map((field) => quote(headerOf(field))).join(', ')
  const seen = row === undefined ? 'there are no rows' : `row ${row.number} has ${quotedHeaders(row.cells)}`
  return new SyncError('headers_missing', `Headers are missing: ${wanted}; ${seen}.`)
}

/** If the row may contain data, such as names of persons, quotes only the known headers. */
function quotedHeaders(cells: readonly Cell[]): string {
  const known = namedColumns(cells)
  const areHeaders =
    new Set(known.map(({ field }) => field)).size >= MIN_HEADERS &&
    !cells.some((cell) => DIGIT.test(String(cell)))
  const headers = areHeaders
    ? cells.filter((cell) => cell !== null).map(String)
    : known.map(({ header }) => header)
  const shown = headers.slice(0, MAX_QUOTED).map(quote).join(', ')
  return headers.length === 0
    ? 'no known headers'
    : shown + (headers.length > MAX_QUOTED ? ' and others' : '')
}

const DIGIT = /\p{Nd}/u

const MIN_REPEATED = 3

/**
 * Returns whether a row repeats the headers.
 *
 * @throws SyncError `headers_missing` if the repeated headers are in other columns
 */
export function isHeaderRow({ at, headerRow }: FoundColumns, { cells, number }: SheetRow): boolean {
  const named = namedColumns(cells)
  if (fieldsIn(named).size < MIN_REPEATED) {
    return false
  }
  const repeated = columnsOf(named)
  const moved = ALL_FIELDS.find((field) => repeated[field] !== at[field])
  if (moved !== undefined) {
    const message = `Row ${number} has headers again, in other columns than row ${headerRow} (${quote(headerOf(moved))})`
    throw new SyncError('headers_missing', `${message}: save each table as a file of its own.`)
  }
  return true
}

const MIN_MARKS = 2
const MIN_TEXTS = 3

/**
 * Detects marks in rows that have no usable headers above them. Callers pass the rows in order. `add` returns true in two cases:
 *
 * - The row has a number below an earlier header such as `N° Solicitud`.
 * - At least two rows so far look like marks: each has an application number, and a day or three texts.
 */
export function markSearch(): { add(row: SheetRow): boolean } {
  let numbers = -1
  let alike = 0
  return {
    add({ cells }) {
      const named = namedColumns(cells)
      if (numbers < 0 && named.length >= MIN_HEADERS) {
        numbers = named.find(({ field }) => field === 'nroSolicitud')?.column ?? -1
        return false
      }
      alike += looksLikeMark(cells) ? 1 : 0
      return alike >= MIN_MARKS || (numbers >= 0 && typeof readNumber(cells[numbers] ?? null) === 'string')
    },
  }
}

const LETTER = /\p{L}/u
const LONG_NUMBER = /^\d{5,9}$/

function looksLikeMark(cells: readonly Cell[]): boolean {
  const hasNumber = cells.some((cell) => LONG_NUMBER.test(readNumber(cell) ?? ''))
  const isDay = (cell: Cell): boolean =>
    typeof cell === 'string' && /\D/.test(cell) && typeof readDay(cell, 1900) === 'string'
  const texts = cells.filter((cell) => typeof cell === 'string' && LETTER.test(cell)).length
  return hasNumber && (cells.some(isDay) || texts >= MIN_TEXTS)
}
