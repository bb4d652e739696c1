import type { Database } from '../../../db/database.ts'
import { sqlFile } from '../../../db/sql-file.ts'
import { stageEntries } from '../../apply/stage-entries.ts'
import { keepRejections } from '../../run/rejections.ts'
import type { StartedRun } from '../../run.ts'
import { fingerprintOf } from '../../source-snapshot.ts'
import { SyncError } from '../../sync-error.ts'
import type { BulletinEntry } from '../../values/bulletin-entry.ts'
import { ofSheet } from '../sheets/read-sheets.ts'
import type { Edition, Part } from './edition.ts'
import { readEdition } from './read-edition.ts'

const REPEATED_EDITION = sqlFile(import.meta.url, 'repeated-edition.sql', 'planned')

/** Told when an edition is about to be read; its day is empty where only what is in it can say. */
export type OnEdition = (edition: { name: string; day: string }) => void

/**
 * Reads an edition, and stages its entries.
 *
 * @throws SyncError when it cannot be had or read, or is another day's
 */
export async function takeEdition(
  database: Database,
  run: StartedRun,
  { day, parts }: Edition,
  onEdition: OnEdition = () => {},
): Promise<void> {
  run.reading.sourceDate = day ?? null
  if (parts instanceof SyncError) {
    throw new SyncError(parts.code, `The edition of ${day}: ${parts.message}`, { cause: parts })
  }
  onEdition({ name: parts.map(({ name }) => name).join(', '), day: day ?? '' })
  const entries = await readParts(database, run, parts)
  const known = day ?? newestDay(entries)
  const sha256 = parts.map((part) => part.sha256).join(' ')
  run.reading.sourceDate = known
  await refuseRepeated(database, known, sha256)
  run.taken.edition = { day: known, entries: entries.length, sha256 }
  run.taken.files = parts.flatMap(({ origin }) => (origin ? [origin] : []))
  run.taken.fingerprint = fingerprintOf(parts.map(({ sha256 }) => ({ sha256, day: known })))
  await stageEntries(database, run.id, known, entries)
}

/** The office, or whoever names a file, may put yesterday's edition under today's name. */
async function refuseRepeated(database: Database, day: string, sha256: string): Promise<void> {
  const [same] = await database.query<{ day: string }>(REPEATED_EDITION, { day, sha256 })
  if (same) {
    throw new SyncError('edition_repeated', `The edition of ${day} is that of ${same.day}, byte for byte.`)
  }
}

/** The entries of all parts of an edition; what two parts tell counts once, what cannot be read is kept as rejected. */
async function readParts(
  database: Database,
  run: StartedRun,
  parts: readonly Part[],
): Promise<BulletinEntry[]> {
  const entries: BulletinEntry[] = []
  const told = new Set<string>()
  for (const { name, path } of parts) {
    const read = await readPart(name, path, run.signal)
    run.reading.rowsRead += read.rows
    run.reading.rejected += read.rejections.length
    await keepRejections(database, { runId: run.id, sheet: name }, read.rejections)
    const fresh = read.entries.filter((entry) => !told.has(keyOf(entry)))
    entries.push(...fresh)
    for (const entry of fresh) told.add(keyOf(entry))
  }
  return entries.map((entry, place) => ({ ...entry, rowNumber: place + 1 })) // in the order of the parts
}

const keyOf = ({ rowNumber: _, ...entry }: BulletinEntry): string => JSON.stringify(entry)

async function readPart(name: string, path: string, signal: AbortSignal): ReturnType<typeof readEdition> {
  try {
    return await readEdition(path, signal)
  } catch (error) {
    throw error instanceof SyncError ? ofSheet(name, error) : error
  }
}

/** The day of a table that tells of several days. */
function newestDay(entries: readonly BulletinEntry[]): string {
  const newest = entries
    .map(({ fecha }) => fecha ?? '')
    .sort()
    .at(-1)
  if (!newest) {
    throw new SyncError('no_editions', 'It does not say of which day it is: say so with its date.')
  }
  return newest
}
