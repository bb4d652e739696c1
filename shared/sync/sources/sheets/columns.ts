import type { SheetRow } from '../../formats/sheet.ts'
import { SyncError } from '../../sync-error.ts'
import { cleanText } from '../../text/clean-text.ts'
import type { Cell } from '../../values/cell.ts'
import { quote } from '../../values/quote.ts'
import { ALL_FIELDS, type Field, fieldOf, headerOf, PERSON_FIELDS, PLAIN_COUNTRY } from './header-words.ts'

/** The header row of a sheet, and the column of each field, from 0, or -1 where it has none. */
export interface FoundColumns {
  /** The number of the header row; the data is below it. */
  readonly headerRow: number
  readonly at: Readonly<Record<Field, number>>
  /** Quoted headers of columns that are not read. */
  readonly unread: readonly string[]
}

/** The first rows in which headers are searched, because there may be titles above them. */
export const HEADER_ROWS = 30

const REQUIRED = ['nroSolicitud', 'denominacion', 'estado', 'fechaPresentacion'] as const
/** Fewer headers could be words of a title. */
const MIN_HEADERS = 2
const MAX_QUOTED = 20

/**
 * Finds the header row among the first rows of a sheet: the one that names the most fields. Columns with an unknown header
 * are ignored.
 *
 * @throws SyncError `headers_missing` that names the missing or repeated headers
 */
export function findColumns(rows: readonly SheetRow[]): FoundColumns {
  const candidates = rows.slice(0, HEADER_ROWS).map((row) => ({ row, named: namedColumns(row.cells) }))
  const counts = candidates.map(({ named }) => new Set(named.map(({ field }) => field)).size)
  const found = candidates[counts.indexOf(Math.max(...counts))]
  if (found === undefined || found.named.length < MIN_HEADERS) {
    throw missing(REQUIRED, candidates[0]?.row)
  }
  rejectRepeated(found.named)
  const at = columnsOf(found.named)
  assertRequired(at, found.row)
  return { headerRow: found.row.number, at, unread: unreadHeaders(found) }
}

function unreadHeaders({ row, named }: { row: SheetRow; named: readonly Named[] }): string[] {
  const read = new Set(named.map(({ column }) => column))
  return row.cells.flatMap((cell, column) =>
    cell === null || cleanText(String(cell)) === '' || read.has(column) ? [] : [quote(String(cell))],
  )
}

/** Returns the fields of the columns that are read. */
export const fieldsOf = ({ at }: FoundColumns): Field[] => ALL_FIELDS.filter((field) => at[field] >= 0)

/** A column with a known header. */
interface Named {
  field: Field
  header: string
  column: number
}

function namedColumns(cells: readonly Cell[]): Named[] {
  const headers = cells.map((cell) => (typeof cell === 'string' ? cleanText(cell) : ''))
  const fields = headers.map((header) => (header === '' ? undefined : fieldOf(header)))
  return headers.flatMap((header, column) => {
    const field = fields[column] === PLAIN_COUNTRY ? countryBeside(fields, column) : fields[column]
    return field === undefined ? [] : [{ field: field as Field, header, column }]
  })
}

/** Returns the field of a plain `País`: the country of the persons to its left, or of the only persons in the sheet. */
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

/** Quotes the cells of a header row. Of a row that may be data, and name persons, only known headers are quoted. */
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
    ? 'no header that is known'
    : shown + (headers.length > MAX_QUOTED ? ' and others' : '')
}

const DIGIT = /\p{Nd}/u

/** Returns whether a row repeats the headers, as in sheets that were joined from pages. */
export const isHeaderRow = ({ at }: FoundColumns, { cells }: SheetRow): boolean =>
  REQUIRED.every((field) => {
    const cell = cells[at[field]]
    return typeof cell === 'string' && !DIGIT.test(cell) && fieldOf(cell) === field
  })
