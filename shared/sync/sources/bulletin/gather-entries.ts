import type { Rejection } from '../../run.ts'
import { SyncError } from '../../sync-error.ts'
import type { BulletinEntry, ReadEdition } from '../../values/bulletin-entry.ts'
import { quote } from '../../values/quote.ts'
import { readNumber } from '../../values/read-value.ts'
import { type RawEntry, readEntry } from './raw-entry.ts'

const MAX_ENTRIES = 50_000
/** The share of unreadable entries above which the layout counts as unknown. */
const MAX_UNREADABLE_SHARE = 0.1

/**
 * Reads everything that starts like an entry, and removes duplicates.
 *
 * @param unit the name of an entry's text in this format, for messages
 * @throws SyncError `layout_unknown` or `too_large`
 */
export function gatherEntries(raw: readonly RawEntry[], unit: 'lines' | 'rows'): ReadEdition {
  rejectTooMany(raw.length)
  const edition: ReadEdition = { entries: [], rejections: [], rows: raw.length }
  const seen = new Set<string>()
  const fewest = fewestDigits(raw)
  for (const each of raw) {
    const entry = readEntry(each)
    const read = 'reason' in entry || entry.nroSolicitud.length >= fewest ? entry : cutNumber(entry)
    if ('reason' in read) {
      edition.rejections.push(read)
    } else if (!seen.has(keyOf(read, each))) {
      seen.add(keyOf(read, each))
      edition.entries.push(read)
    }
  }
  rejectUnknownLayout(raw, edition, unit)
  return edition
}

/** Editions with fewer entries do not show a usual length. */
const FEWEST_ENTRIES = 20
/** The share of the entries whose numbers have a usual length. */
const USUAL_SHARE = 0.05
/** A number with so many digits less than the shortest usual ones may be cut off. */
const CUT_DIGITS = 2

/** Returns the fewest digits that a whole application number of an edition has: the office counts applications upwards. */
function fewestDigits(raw: readonly RawEntry[]): number {
  const digits = raw.map(({ number }) => readNumber(number)?.length ?? 0).filter((length) => length > 0)
  const usual = [...Map.groupBy(digits, (length) => length)]
    .filter(([, { length }]) => length >= digits.length * USUAL_SHARE)
    .map(([length]) => length)
  return digits.length < FEWEST_ENTRIES ? 0 : Math.min(...usual) - CUT_DIGITS + 1
}

const cutNumber = ({ rowNumber, nroSolicitud }: BulletinEntry): Rejection => ({
  rowNumber,
  nroSolicitud,
  reason: `The application number ${quote(nroSolicitud)} has fewer digits than those of the other entries, and may be cut off.`,
})

/** Throws SyncError `too_large` for too many entries. */
export function rejectTooMany(entries: number): void {
  if (entries > MAX_ENTRIES) {
    throw new SyncError('too_large', `It has more than ${MAX_ENTRIES} entries.`)
  }
}

const keyOf = (
  { nroSolicitud, fecha, tipo, descripcion, resolucion }: BulletinEntry,
  { id }: RawEntry,
): string => JSON.stringify([nroSolicitud, fecha, tipo, descripcion, resolucion, id])

function rejectUnknownLayout(
  raw: readonly RawEntry[],
  { rejections, rows }: ReadEdition,
  unit: string,
): void {
  const [first] = rejections
  if (first !== undefined && rejections.length > rows * MAX_UNREADABLE_SHARE) {
    const text = raw.find(({ rowNumber }) => rowNumber === first.rowNumber)?.number ?? ''
    const how = `${rows - rejections.length} of its ${rows} ${unit} that start like an entry can be read`
    throw new SyncError('layout_unknown', `Only ${how}; not ${quote(text)}: ${first.reason}`)
  }
}
