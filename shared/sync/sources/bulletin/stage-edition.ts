import type { Database } from '../../../db/database.ts'
import { sqlFile } from '../../../db/sql-file.ts'
import { saveRejections } from '../../run/rejections.ts'
import type { ReadResult, RunContext } from '../../run.ts'
import { fingerprintOf } from '../../source-snapshot.ts'
import { stageEntries } from '../../staging/stage-entries.ts'
import { SyncError } from '../../sync-error.ts'
import type { BulletinEntry, PrintedDays } from '../../values/bulletin-entry.ts'
import { ofSheet } from '../sheets/read-sheets.ts'
import type { BulletinEdition, BulletinPart } from './edition.ts'
import { rejectLaterYears } from './gather-entries.ts'
import { rejectOtherDays, rejectSwappedDays } from './printed-days.ts'
import { readEdition } from './read-edition.ts'

const REPEATED_EDITION = sqlFile(import.meta.url, 'repeated-edition.sql', 'planned')

/** Called before an edition is read. `day` is empty if the day is not yet known. */
export type OnEdition = (edition: { name: string; day: string }) => void

/**
 * Reads an edition, stages its entries, and returns its snapshot.
 *
 * @param isDayGiven true if an operator gave the day. The file may then state another day.
 * @throws SyncError if the edition cannot be used, states another day, or repeats the edition of another day
 */
export async function stageEdition(
  database: Database,
  run: RunContext,
  { day, parts, isDayGiven }: BulletinEdition & { isDayGiven: boolean },
  onEdition: OnEdition = () => {},
): Promise<ReadResult> {
  run.progress.setSourceDate(day ?? null)
  if (parts instanceof SyncError) {
    throw new SyncError(parts.code, `The edition of ${day}: ${parts.message}`, { cause: parts })
  }
  onEdition({ name: parts.map(({ name }) => name).join(', '), day: day ?? '' })
  const { entries, printed } = await readParts(database, run, parts, day)
  const known = day ?? newestDay(entries)
  if (!isDayGiven) {
    rejectOtherDays(known, printed)
    rejectSwappedDays(
      known,
      entries.map(({ fecha }) => fecha),
    )
  }
  const sha256 = parts.map((part) => part.sha256).join(' ')
  run.progress.setSourceDate(known)
  await stageEntries(database, run.id, known, entries)
  await rejectRepeated(database, run, known, sha256)
  return {
    snapshot: {
      source: 'bulletin',
      fingerprint: fingerprintOf(parts.map(({ sha256 }) => ({ sha256, day: known }))),
      edition: { day: known, entries: entries.length, sha256 },
      files: parts.flatMap(({ origin }) => (origin ? [origin] : [])),
    },
  }
}

/** Rejects an edition that repeats the edition of another day: one of the two days may be wrong. */
async function rejectRepeated(
  database: Database,
  { id }: RunContext,
  day: string,
  sha256: string,
): Promise<void> {
  const [same] = await database.query<{ day: string }>(REPEATED_EDITION, { run_id: id, day, sha256 })
  if (same) {
    throw new SyncError(
      'edition_repeated',
      `The edition of ${day} has the entries of the edition of ${same.day}.`,
    )
  }
}

/**
 * Reads the entries without duplicates, and stores the rejections. The `sheet` of a rejection is the name of its part.
 */
async function readParts(
  database: Database,
  run: RunContext,
  parts: readonly BulletinPart[],
  day: string | undefined,
): Promise<{ entries: BulletinEntry[]; printed: PrintedDays[] }> {
  const entries: BulletinEntry[] = []
  const printed: PrintedDays[] = []
  const seen = new Set<string>()
  for (const { name, path } of parts) {
    const read = await readPart(name, path, day, run.signal)
    run.progress.count({ rows: read.rows, rejected: read.rejections.length })
    await saveRejections(database, { runId: run.id, sheet: name }, read.rejections)
    const fresh = read.entries.filter((entry) => !seen.has(keyOf(entry)))
    entries.push(...fresh)
    printed.push(...(read.printed ?? []))
    for (const entry of fresh) seen.add(keyOf(entry))
  }
  const inOrder = entries.map((entry, place) => ({ ...entry, rowNumber: place + 1 })) // numbered across all parts
  return { entries: inOrder, printed }
}

const keyOf = ({ rowNumber: _, ...entry }: BulletinEntry): string => JSON.stringify(entry)

async function readPart(
  name: string,
  path: string,
  day: string | undefined,
  signal: AbortSignal,
): ReturnType<typeof readEdition> {
  try {
    return rejectLaterYears(await readEdition(path, signal), day)
  } catch (error) {
    throw error instanceof SyncError ? ofSheet(name, error) : error
  }
}

function newestDay(entries: readonly BulletinEntry[]): string {
  const newest = entries
    .map(({ fecha }) => fecha ?? '')
    .sort()
    .at(-1)
  if (!newest) {
    throw new SyncError('no_editions', 'The edition contains no day: set the day with --date.')
  }
  return newest
}
