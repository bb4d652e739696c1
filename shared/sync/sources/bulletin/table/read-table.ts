import { openDelimited } from '../../../formats/delimited/open-delimited.ts'
import { columnLetters, type Sheet, type SheetRow } from '../../../formats/sheet.ts'
import { SyncError } from '../../../sync-error.ts'
import { dayIn } from '../../../text/day-in-text.ts'
import { saysLeftOut } from '../../../values/left-out.ts'
import { quote } from '../../../values/quote.ts'
import { textOf } from '../../../values/read-value.ts'
import { remarkAgainst } from '../../../values/without-effect.ts'
import { rejectTooMany } from '../gather-entries.ts'
import { type Role, roleOf } from '../lines/roles.ts'
import { rejectMissingEvents } from '../missing-events.ts'
import { type RawEntry, rawEntry } from '../raw-entry.ts'
import { readHeading, type Section } from '../sections.ts'

/** The number of rows at the top that are searched for headers. */
const HEADER_ROWS = 30

/**
 * Reads the entries of a delimited text with headers. Each row below the headers is one entry.
 *
 * @throws SyncError `not_a_bulletin`, `layout_unknown`, `no_rows`, `too_large` or `cut_off`
 * @throws the reason of `signal` if the signal is aborted
 */
export async function readTable(path: string, signal: AbortSignal): Promise<RawEntry[]> {
  const sheet = await openTable(path)
  try {
    return await readEntries(sheet, signal)
  } catch (error) {
    throw notABulletin(error)
  } finally {
    await sheet.close()
  }
}

async function openTable(path: string): Promise<Sheet> {
  try {
    return await openDelimited(path, false)
  } catch (error) {
    throw notABulletin(error)
  }
}

const notABulletin = (error: unknown): unknown =>
  error instanceof SyncError && error.code === 'not_a_sheet'
    ? new SyncError('not_a_bulletin', `The file is neither a PDF nor a table. ${error.message}`, {
        cause: error,
      })
    : error

async function readEntries({ rows }: Sheet, signal: AbortSignal): Promise<RawEntry[]> {
  const head: SheetRow[] = []
  const entries: RawEntry[] = []
  const files = new Map<string, string>()
  let columns: Columns | undefined
  for await (const batch of rows) {
    signal.throwIfAborted()
    for (const row of batch) {
      if (columns !== undefined) {
        assertWhole(row)
        const file = textIn(row, columns, 'file')
        const day = dayIn(file)
        entries.push(entryOf(row, columns, day))
        if (day !== undefined) {
          files.set(day, file)
        }
      } else {
        head.push(row)
        columns = head.length > HEADER_ROWS ? rejectHead(head) : columnsOf(row)
      }
    }
    rejectTooMany(entries.length)
    rejectOtherFiles([...files.values()])
  }
  if (columns === undefined) {
    rejectHead(head)
  }
  if (entries.length === 0) {
    throw new SyncError('no_rows', 'The table has headers, but no rows below them.')
  }
  return rejectMissingEvents(entries)
}

/** Throws SyncError `cut_off` if a row is a program's message about an error or missing rows. */
function assertWhole({ number, cells }: SheetRow): void {
  const text = cells.map(textOf).join(' ').trim()
  if (!/^\d/.test(text) && saysLeftOut(text)) {
    throw new SyncError('cut_off', `Row ${number} says that rows may be missing: ${quote(text)}.`)
  }
}

/** The columns (from 0) of each role, such as `number` or `day`. */
type Columns = ReadonlyMap<Role, readonly number[]>

const rolesOf = ({ cells }: SheetRow): (Role | undefined)[] => cells.map((cell) => roleOf(textOf(cell)))

function columnsOf(row: SheetRow): Columns | undefined {
  const columns = new Map<Role, number[]>()
  for (const [index, role] of rolesOf(row).entries()) {
    if (role !== undefined) {
      columns.set(role, [...(columns.get(role) ?? []), index])
    }
  }
  const hasEvent = (['section', 'code', 'event'] as const).some((role) => columns.has(role))
  return columns.has('number') && hasEvent ? columns : undefined
}

function rejectHead(head: readonly SheetRow[]): never {
  const [first] = head
  if (!head.some((row) => rolesOf(row).some((role) => role !== undefined))) {
    throw new SyncError('not_a_bulletin', 'The file is neither a PDF nor a table with known headers.')
  }
  const seen = quote((first?.cells ?? []).map(textOf).join(' '))
  const wanted = 'an application number, and a section or an event'
  throw new SyncError(
    'layout_unknown',
    `0 of ${head.length} rows have the required headers (${wanted}). The first row is ${seen}.`,
  )
}

/**
 * Rejects a table of several editions.
 *
 * @param files the file names in the column `Archivo`, one for each day
 * @throws SyncError `layout_unknown`
 */
function rejectOtherFiles([first = '', second]: readonly string[]): void {
  if (second !== undefined) {
    throw new SyncError(
      'layout_unknown',
      `The rows of the table belong to editions of several days: ${quote(first)} and ${quote(second)}.`,
    )
  }
}

const textIn = ({ cells }: SheetRow, columns: Columns, role: Role): string =>
  (columns.get(role) ?? [])
    .map((column) => textOf(cells[column] ?? null))
    .filter((text) => text !== '')
    .join(' ')

/**
 * Returns the entry of a row. If the row has no day of its own, the day of the entry is `fileDay`, which comes from the
 * column `Archivo`.
 */
function entryOf(row: SheetRow, columns: Columns, fileDay = ''): RawEntry {
  const { number: rowNumber, cells, unreadable } = row
  const damaged = [...columns.values()].flat().find((column) => unreadable?.has(column))
  const all = (role: Role) => textIn(row, columns, role)
  return rawEntry({
    rowNumber,
    // The last column of this role counts: a column of row numbers may precede the column of application numbers.
    number: textOf(cells[columns.get('number')?.at(-1) ?? -1] ?? null),
    event: eventOf(all('code'), all('event')),
    resolution: all('resolution'),
    section: sectionOf(all('section')),
    day: all('day') || fileDay,
    id: all('id'),
    broken:
      damaged === undefined
        ? remarkAgainst(all('note'))
        : `Column ${columnLetters(damaged)} cannot be read: ${unreadable?.get(damaged)}.`,
  })
}

const eventOf = (code: string, words: string): string =>
  words.startsWith(code) ? words : `${code} ${words}`.trim()

const sectionOf = (text: string): Section | null => {
  const heading = readHeading(text)
  return heading ?? (text === '' ? null : { code: '', title: text })
}
