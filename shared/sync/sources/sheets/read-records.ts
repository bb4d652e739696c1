import type { Workbook } from '../../formats/sheet.ts'
import { SyncError } from '../../sync-error.ts'
import { quote } from '../../values/quote.ts'
import { type ReadWorksheet, readWorksheet, type WorksheetRows } from './read-worksheet.ts'

export interface ReadRows extends WorksheetRows {
  /** The share of the file that has been read, from 0 to 1. */
  progress: number
  /** The number of earlier worksheets with marks, in all files of the edition. */
  place: number
}

/** Receives the quoted name of each unread worksheet. `rows` is 0 if unknown. */
type OnUnread = (worksheet: string, rows: number) => void

/** Row numbers increase by this number for each earlier worksheet, so that they are unique in an edition. */
const NUMBERS_OF_WORKSHEET = 10_000_000
/** With more worksheets, row numbers would exceed the type `integer` of the database. */
const MAX_WORKSHEETS = 200

/**
 * Reads a file to its end, and closes it. Reports hidden worksheets and worksheets without headers to `onUnread`.
 *
 * @param before `worksheets` is the number of worksheets with marks in earlier files of the edition. `name` is the name of
 * the file that is read, for messages.
 * @throws SyncError if no worksheet has headers and rows, or if a worksheet cannot be read
 */
export async function* readRecords(
  open: () => Promise<Workbook>,
  onUnread: OnUnread = () => {},
  before: { worksheets: number; name: string } = { worksheets: 0, name: '' },
): AsyncGenerator<ReadRows> {
  const file = await open()
  try {
    const found: ReadWorksheet[] = []
    for (const worksheet of file.worksheets) {
      const place = before.worksheets + found.filter(isRead).length
      const isAlone = file.worksheets.length === 1
      for await (const read of toEnd(
        readWorksheet(worksheet, file.epoch),
        isAlone ? null : worksheet.name,
        found,
      )) {
        yield {
          ...(place === 0 ? read : renumber(read, place, worksheet.name ?? before.name)),
          progress: file.progress(),
          place,
        }
      }
    }
    assertRows(found)
    for (const { name, rows } of found.filter(({ refusal }) => refusal !== undefined)) {
      onUnread(quote(name ?? ''), rows)
    }
    for (const name of file.hidden) {
      onUnread(`${quote(name)} (hidden)`, 0)
    }
  } finally {
    await file.close()
  }
}

const isRead = ({ rows, refusal }: ReadWorksheet): boolean => rows > 0 && refusal === undefined

/** Yields the rows of a worksheet, and appends its result to `found`. Adds `name` to errors. */
async function* toEnd(
  worksheet: ReturnType<typeof readWorksheet>,
  name: string | null,
  found: ReadWorksheet[],
): AsyncGenerator<WorksheetRows> {
  try {
    found.push(yield* worksheet)
  } catch (error) {
    throw name !== null && error instanceof SyncError ? inWorksheet(name, error) : error
  }
}

const inWorksheet = (name: string, { code, message, cause }: SyncError): SyncError =>
  new SyncError(code, `Worksheet ${quote(name)}: ${message}`, { cause })

function renumber(read: WorksheetRows, place: number, name: string): WorksheetRows {
  if (place >= MAX_WORKSHEETS) {
    throw new SyncError('too_large', `There are more than ${MAX_WORKSHEETS} worksheets with marks.`)
  }
  const renumbered = <Row extends { rowNumber: number }>(row: Row): Row => ({
    ...row,
    rowNumber: row.rowNumber + place * NUMBERS_OF_WORKSHEET,
  })
  return {
    rows: read.rows,
    notes: read.notes,
    columns: read.columns,
    records: read.records.map(renumbered),
    rejections: read.rejections.map((row) =>
      renumbered({ ...row, reason: `${row.reason} (row ${row.rowNumber} of the worksheet ${quote(name)})` }),
    ),
    incomplete: read.incomplete.map(renumbered),
  }
}

function assertRows(found: readonly ReadWorksheet[]): void {
  if (found.some(isRead)) {
    return
  }
  const refusals = found.flatMap(({ name, refusal }) => (refusal ? [{ name, refusal }] : []))
  const [first, ...others] = refusals
  if (first !== undefined) {
    throw found.length === 1
      ? first.refusal
      : new SyncError(
          'headers_missing',
          [first, ...others].map(({ name, refusal }) => inWorksheet(name ?? '', refusal).message).join(' '),
        )
  }
  throw new SyncError('no_rows', 'There are no rows below the headers.')
}
