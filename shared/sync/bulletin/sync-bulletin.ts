import { chileanDay } from '../../chilean-day.ts'
import type { Database } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
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
import { type Editions, editionsAtAddress, editionsInFiles, rememberPresence } from './find-editions.ts'
import { readEdition } from './read-edition.ts'

const REPEATED_EDITION = sqlFile(import.meta.url, 'repeated-edition.sql', 'planned')

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
  /** Told of each run when it is over. */
  onReport?: (report: RunReport) => void
  /** How long the office may take, where not as long as usual. */
  limits?: Partial<Limits>
}

/**
 * Takes what the daily bulletin has that the corpus lacks: editions that were missed, in order, and those that the
 * office has corrected. Each is a run of its own, so that one that cannot be read keeps no other one out; when there is
 * none, that is a run, too, which is skipped.
 *
 * @returns what the runs came to, in their order; at least one
 * @throws what nobody foresaw, after the other editions had their turn
 */
export const syncBulletin = (
  database: Database,
  order: BulletinOrder,
  options: BulletinOptions = {},
): Promise<RunReport[]> =>
  withDownloadFolder(async (folder) => {
    const reports: RunReport[] = []
    const unforeseen: unknown[] = []
    const pass: Pass = { database, order, options, folder, found: undefined }
    do {
      try {
        const report = await runEdition(pass, reports.length + unforeseen.length === 0)
        reports.push(report)
        options.onReport?.(report)
      } catch (error) {
        unforeseen.push(error)
        if (!(await isFree(database))) {
          break // the run could not be closed: it is given up for lost, and the next pass takes the rest
        }
      }
    } while (goesOn(pass, reports.at(-1)))
    if (unforeseen.length > 0) {
      throw unforeseen[0]
    }
    return reports
  })

const UNDER_WAY = {
  text: `select run_id from sync_run where source = 'bulletin' and status = 'running'`,
  parameters: [],
}

/** Whether another run can begin. */
const isFree = async (database: Database): Promise<boolean> =>
  database.query(UNDER_WAY).then(
    (runs) => runs.length === 0,
    () => false,
  )

/** One look at what the office has. */
interface Pass {
  database: Database
  order: BulletinOrder
  options: BulletinOptions
  folder: string
  /** Once the first run has looked: what is left to take. */
  found: Editions | undefined
}

/** Unless another run has come between two editions, which takes the rest. */
const goesOn = ({ found, options }: Pass, last: RunReport | undefined): boolean =>
  (found?.editions.length ?? 0) > 0 && last?.error?.code !== 'already_running' && !options.signal?.aborted

/** The run of the next edition; the first one looks which there are. */
async function runEdition(pass: Pass, isFirst: boolean): Promise<RunReport> {
  const { database, order, options } = pass
  const { from, date, sample = false, scheduledFor, ...rest } = order
  const report = await runSync(
    database,
    {
      ...rest,
      ...(isFirst && scheduledFor ? { scheduledFor } : {}),
      ...inputOf(from, date),
      source: 'bulletin',
      sample,
    },
    async (run): Promise<Found> => {
      refuseFuture(order)
      pass.found ??= await findEditions(pass, run.signal)
      const edition = pass.found.editions.shift()
      return edition ? take(database, run, edition, options.onEdition ?? (() => {})) : 'nothing new'
    },
    options,
  )
  if (report.becameRegister && pass.found) {
    await rememberPresence(database, pass.found.presence) // what was known of the made-up office went with the sample
  }
  return report
}

function findEditions({ database, order, options, folder }: Pass, signal: AbortSignal): Promise<Editions> {
  const { from, date, sample = false, trigger } = order
  const { limits = {} } = options
  const search: Search = { folder, date, limits, signal, sample, again: trigger === 'manual' }
  return 'files' in from ? editionsInFiles(from.files, search) : editionsAtAddress(database, from.url, search)
}

const inputOf = (from: BulletinPlace, date: string | undefined): Pick<RunOrder, 'input'> =>
  'files' in from ? { input: { files: from.files, ...(date === undefined ? {} : { date }) } } : {}

/** What an operator has accepted is as he has seen it. */
function refuseFuture({ date, accepts }: BulletinOrder): void {
  if (date !== undefined && accepts === undefined && date > chileanDay(new Date())) {
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
  const sha256 = parts.map((part) => part.sha256).join(' ')
  run.reading.sourceDate = known
  await refuseRepeated(database, known, sha256)
  run.taken.edition = { day: known, entries: entries.length, sha256 }
  run.taken.files = parts.flatMap(({ origin }) => (origin ? [origin] : []))
  run.taken.fingerprint = fingerprintOf(parts.map(({ sha256 }) => ({ sha256, day: known })))
  await stageEntries(database, run.id, known, entries)
  return 'read'
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
