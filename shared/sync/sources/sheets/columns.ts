import type { SheetRow } from '../../formats/sheet.ts'
import { SyncError } from '../../sync-error.ts'
import { cleanText } from '../../text/clean-text.ts'
import type { Cell } from '../../values/cell.ts'
import { quote } from '../../values/quote.ts'
import { ALL_FIELDS, type Field, fieldOf, headerOf, PERSON_FIELDS, PLAIN_COUNTRY } from './header-words.ts'

/** Where a sheet has what: the row of its headers, and the column of each field, counted from 0, or -1. */
export interface FoundColumns {
  /** The number of the header row; data comes behind it. */
  readonly headerRow: number
  readonly at: Readonly<Record<Field, number>>
}

/** How many rows are looked at: titles may stand above the headers. */
export const HEADER_ROWS = 30

const REQUIRED = ['nroSolicitud', 'denominacion', 'estado', 'fechaPresentacion'] as const
/** Fewer headers than these may be words of a title. */
const FEWEST_HEADERS = 2
const MOST_TOLD = 20

/**
 * Finds the headers among the first rows of a sheet, by what they mean; columns that mean nothing to us are left
 * out. Among several candidates it is the row that names the most fields.
 *
 * @throws SyncError `headers_missing`, in a sentence that says what is missing or stands twice
 */
export function findColumns(rows: readonly SheetRow[]): FoundColumns {
  const candidates = rows.slice(0, HEADER_ROWS).map((row) => ({ row, named: namedColumns(row.cells) }))
  const counts = candidates.map(({ named }) => new Set(named.map(({ field }) => field)).size)
  const found = candidates[counts.indexOf(Math.max(...counts))]
  if (found === undefined || found.named.length < FEWEST_HEADERS) {
    throw missing(REQUIRED, candidates[0]?.row)
  }
  refuseTwice(found.named)
  const at = places(found.named)
  refuseMissing(at, found.row)
  return { headerRow: found.row.number, at }
}

/** A column whose header we know. */
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

/** Whose country a plain `País` tells of: that of the person to its left, or of the only one there is. */
function countryBeside(fields: readonly (string | undefined)[], column: number): Field | undefined {
  const beside = PERSON_FIELDS.find(([, person]) => fields[column - 1] === person)
  const all = PERSON_FIELDS.filter(([, person]) => fields.includes(person))
  return (beside ?? (all.length === 1 ? all[0] : undefined))?.[2]
}

function refuseTwice(named: readonly Named[]): void {
  for (const [index, { field, header }] of named.entries()) {
    const before = named.slice(0, index).find((other) => other.field === field)
    if (before) {
      throw new SyncError('headers_missing', toldTwice(before.header, header))
    }
  }
}

const toldTwice = (first: string, second: string): string =>
  first === second
    ? `The header ${quote(first)} stands twice, so it is not known which column counts.`
    : `The headers ${quote(first)} and ${quote(second)} mean the same, so it is not known which column counts.`

function places(named: readonly Named[]): Record<Field, number> {
  const nowhere = Object.fromEntries(ALL_FIELDS.map((field) => [field, -1])) as Record<Field, number>
  return named.reduce((at, { field, column }) => Object.assign(at, { [field]: column }), nowhere)
}

function refuseMissing(at: FoundColumns['at'], row: SheetRow): void {
  const absent = REQUIRED.filter((field) => at[field] < 0)
  if (absent.length > 0) {
    throw missing(absent, row)
  }
}

function missing(fields: readonly Field[], row: SheetRow | undefined): SyncError {
  const wanted = fields.map((field) => quote(headerOf(field))).join(', ')
  const seen = row === undefined ? 'there are no rows' : `row ${row.number} has ${toldOf(row.cells)}`
  return new SyncError('headers_missing', `Headers are missing: ${wanted}; ${seen}.`)
}

/** The cells of a row of headers; of a row that may be data, whose persons are nobody's to read, the known ones. */
function toldOf(cells: readonly Cell[]): string {
  const known = namedColumns(cells)
  const areHeaders =
    new Set(known.map(({ field }) => field)).size >= FEWEST_HEADERS &&
    !cells.some((cell) => DIGIT.test(String(cell)))
  const told = areHeaders
    ? cells.filter((cell) => cell !== null).map(String)
    : known.map(({ header }) => header)
  const shown = told.slice(0, MOST_TOLD).map(quote).join(', ')
  return told.length === 0
    ? 'no header that is known'
    : shown + (told.length > MOST_TOLD ? ' and others' : '')
}

const DIGIT = /\p{Nd}/u

/** Whether a row has the headers once more, as where pages were pasted together. */
export const isHeaderRow = ({ at }: FoundColumns, { cells }: SheetRow): boolean =>
  REQUIRED.every((field) => {
    const cell = cells[at[field]]
    return typeof cell === 'string' && !DIGIT.test(cell) && fieldOf(cell) === field
  })
