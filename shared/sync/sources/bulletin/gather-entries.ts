import { SyncError } from '../../sync-error.ts'
import type { BulletinEntry, ReadEdition } from '../../values/bulletin-entry.ts'
import { quote } from '../../values/quote.ts'
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
  for (const each of raw) {
    const read = readEntry(each)
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
