import type { Database } from '../../../db/database.ts'
import { chileanDay } from '../../../platform/time/chilean-day.ts'
import { withDownloadFolder } from '../../fetch/download-folder.ts'
import type { Timeouts } from '../../fetch/timeouts.ts'
import { type Found, type RunOptions, runSync } from '../../run/run-sync.ts'
import type { RunOrder, RunReport } from '../../run.ts'
import { SyncError } from '../../sync-error.ts'
import type { Search } from './edition.ts'
import { type Editions, editionsAtAddress, editionsInFiles, rememberPresence } from './find-editions.ts'
import { type OnEdition, takeEdition } from './take-edition.ts'

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
  onEdition?: OnEdition
  /** Told of each run when it is over. */
  onReport?: (report: RunReport) => void
  /** How long the office may take, where not as long as usual. */
  limits?: Partial<Timeouts>
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
      if (edition === undefined) {
        return 'nothing new'
      }
      await takeEdition(database, run, edition, options.onEdition)
      return 'read'
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
