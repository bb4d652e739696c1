import { chileanDay } from '../../chilean-day.ts'
import type { Database } from '../../db/database.ts'
import { withDownloadFolder } from '../download-folder.ts'
import type { Limits } from '../fetch/patience.ts'
import { stageEntries } from '../merge/stage-entries.ts'
import { keepRejections } from '../rejections.ts'
import type { RunOrder, RunReport, StartedRun } from '../run.ts'
import { type Found, type RunOptions, runSync } from '../run-sync.ts'
import { ofSheet } from '../sheets/read-sheets.ts'
import { SyncError } from '../sync-error.ts'
import { fingerprintOf } from '../taken.ts'
import type { Edition, Part, Search } from './edition.ts'
import type { BulletinEntry } from './entry.ts'
import { editionsAtAddress, editionsInFiles } from './find-editions.ts'
import { readEdition } from './read-edition.ts'

/** Where the editions are. */
export type BulletinPlace =
  /** Paths of editions: PDF, or the same entries as a table (CSV, TSV). */
  | { files: readonly string[] }
  /** The address of a page or a folder that lists editions, or one that is made of the day (`{date}`). */
  | { url: string }

export interface BulletinOrder extends Omit<RunOrder, 'source' | 'sample' | 'input'> {
  from: BulletinPlace
  /** This edition alone, `YYYY-MM-DD`, also when it is in the corpus already. */
  date?: string
  /** The editions are those of the made-up office. */
  sample?: boolean
}

export interface BulletinOptions extends RunOptions {
  /** Told when an edition is about to be read. */
  onEdition?: (edition: { name: string; day: string }) => void
  /** How long the office may take, where not as long as usual. */
  limits?: Partial<Limits>
}

/**
 * Takes what the daily bulletin has that the corpus lacks: editions that were missed, in order, and those that the
 * office has corrected. Each is a run of its own, so that one that cannot be read keeps no other one out; when there is
 * none, that is a run, too, which is skipped.
 *
 * @returns what the runs came to, in their order; at least one
 */
export const syncBulletin = (
  database: Database,
  { from, date, sample = false, ...order }: BulletinOrder,
  { onEdition = () => {}, limits = {}, ...options }: BulletinOptions = {},
): Promise<RunReport[]> =>
  withDownloadFolder(async (folder) => {
    const reports: RunReport[] = []
    let editions: Edition[] | undefined
    do {
      const { scheduledFor, ...later } = order
      const run = { ...(reports.length === 0 ? order : later), source: 'bulletin', sample } as const
      const report = await runSync(
        database,
        { ...run, ...inputOf(from, date) },
        async (started): Promise<Found> => {
          refuseFuture(date)
          editions ??= await findEditions(database, from, {
            folder,
            date,
            limits,
            signal: started.signal,
            again: order.trigger === 'manual',
          })
          const edition = editions.shift()
          return edition ? take(database, started, edition, onEdition) : 'nothing new'
        },
        options,
      )
      reports.push(report)
    } while (editions !== undefined && editions.length > 0 && !options.signal?.aborted)
    return reports
  })

const inputOf = (from: BulletinPlace, date: string | undefined): Pick<RunOrder, 'input'> =>
  'files' in from ? { input: { files: from.files, ...(date === undefined ? {} : { date }) } } : {}

const findEditions = (database: Database, from: BulletinPlace, search: Search): Promise<Edition[]> =>
  'files' in from ? editionsInFiles(from.files, search) : editionsAtAddress(database, from.url, search)

function refuseFuture(date: string | undefined): void {
  if (date !== undefined && date > chileanDay(new Date())) {
    throw new SyncError('edition_in_future', `There is no edition of ${date} yet.`)
  }
}

/** Reads an edition, and stages its entries. */
async function take(
  database: Database,
  run: StartedRun,
  { day, parts }: Edition,
  onEdition: NonNullable<BulletinOptions['onEdition']>,
): Promise<Found> {
  run.reading.sourceDate = day ?? null
  if (parts instanceof SyncError) {
    throw new SyncError(parts.code, `The edition of ${day}: ${parts.message}`, { cause: parts })
  }
  onEdition({ name: parts.map(({ name }) => name).join(', '), day: day ?? '' })
  const entries = await readParts(database, run, parts)
  const known = day ?? newestDay(entries)
  run.reading.sourceDate = known
  run.taken.edition = { day: known, entries: entries.length }
  run.taken.files = parts.flatMap(({ origin }) => (origin ? [origin] : []))
  run.taken.fingerprint = fingerprintOf(parts.map(({ sha256 }) => ({ sha256, day: known })))
  await stageEntries(database, run.id, known, entries)
  return 'read'
}

/** What lies between the row numbers of two parts. */
const PART_ROWS = 10_000_000

/** The entries of all parts of an edition; what two parts tell counts once, what cannot be read is kept as rejected. */
async function readParts(
  database: Database,
  run: StartedRun,
  parts: readonly Part[],
): Promise<BulletinEntry[]> {
  const entries: BulletinEntry[] = []
  const told = new Set<string>()
  for (const [place, { name, path }] of parts.entries()) {
    const read = await readPart(name, path, run.signal)
    run.reading.rowsRead += read.rows
    run.reading.rejected += read.rejections.length
    await keepRejections(database, { runId: run.id, sheet: name }, read.rejections)
    const fresh = read.entries.filter((entry) => !told.has(keyOf(entry)))
    entries.push(...fresh.map((entry) => ({ ...entry, rowNumber: place * PART_ROWS + entry.rowNumber })))
    for (const entry of fresh) told.add(keyOf(entry))
  }
  return entries
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
