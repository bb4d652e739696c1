import { SyncError } from '../../sync-error.ts'
import type { BulletinEntry, ReadEdition } from '../../values/bulletin-entry.ts'
import { quote } from '../../values/quote.ts'
import { type RawEntry, readEntry } from './raw-entry.ts'

const MOST_ENTRIES = 50_000
/** More that cannot be read than one in so many, and the layout is not the one that we know. */
const ONE_IN = 10

/**
 * Reads all that starts like an entry; what is told twice counts once.
 *
 * @param unit what entries are in this kind of file, for messages
 * @throws SyncError `layout_unknown` or `too_large`
 */
export function gatherEntries(raw: readonly RawEntry[], unit: 'lines' | 'rows'): ReadEdition {
  refuseTooMany(raw.length)
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
  refuseUnread(raw, edition, unit)
  return edition
}

export function refuseTooMany(entries: number): void {
  if (entries > MOST_ENTRIES) {
    throw new SyncError('too_large', `It has more than ${MOST_ENTRIES} entries.`)
  }
}

const keyOf = (
  { nroSolicitud, fecha, tipo, descripcion, resolucion }: BulletinEntry,
  { id }: RawEntry,
): string => JSON.stringify([nroSolicitud, fecha, tipo, descripcion, resolucion, id])

function refuseUnread(raw: readonly RawEntry[], { rejections, rows }: ReadEdition, unit: string): void {
  const [first] = rejections
  if (first !== undefined && rejections.length * ONE_IN > rows) {
    const text = raw.find(({ rowNumber }) => rowNumber === first.rowNumber)?.number ?? ''
    const how = `${rows - rejections.length} of its ${rows} ${unit} that start like an entry can be read`
    throw new SyncError('layout_unknown', `Only ${how}; not ${quote(text)}: ${first.reason}`)
  }
}
