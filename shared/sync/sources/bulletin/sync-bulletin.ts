import type { Database } from '../../../db/database.ts'
import { sqlFile } from '../../../db/sql-file.ts'
import { withDownloadFolder } from '../../fetch/download-folder.ts'
import type { Timeouts } from '../../fetch/timeouts.ts'
import { type RunOptions, runSync } from '../../run/run-sync.ts'
import type { RunReport } from '../../run.ts'
import { rejectFutureEdition, runOrder, type SourceOrder } from '../source-order.ts'
import type { EditionSearch } from './edition.ts'
import { type Editions, editionsAtAddress, editionsInFiles, saveAvailability } from './find-editions.ts'
import { type OnEdition, stageEdition } from './stage-edition.ts'

export interface BulletinOptions extends RunOptions {
  onEdition?: OnEdition
  /** Called at the end of each run. */
  onReport?: (report: RunReport) => void
  /** Timeouts that differ from the defaults. */
  limits?: Partial<Timeouts>
}

/**
 * Applies new and corrected editions of the daily bulletin, sorted by day. Each edition has its own run, so that an unreadable
 * edition does not block the other editions.
 *
 * @param order `from` has `files` (PDF, CSV or TSV) or a `url`. `url` is the address of a list of editions, or an address with
 * a placeholder such as `{date}`. With `url` and `date`, the edition of `date` is applied even if it is already stored.
 * @returns the reports of the runs in order, at least one
 * @throws the first unexpected error, after the remaining editions. If the failed run is still open, they are skipped.
 */
export const syncBulletin = (
  database: Database,
  order: SourceOrder,
  options: BulletinOptions = {},
): Promise<RunReport[]> =>
  withDownloadFolder(async (folder) => {
    const reports: RunReport[] = []
    const unexpected: unknown[] = []
    const pass: Pass = { database, order, options, folder, found: undefined }
    do {
      try {
        const report = await runEdition(pass, reports.length + unexpected.length === 0)
        reports.push(report)
        options.onReport?.(report)
      } catch (error) {
        unexpected.push(error)
        if (!(await isFree(database))) {
          break // the failed run is still open: a later call closes the run
        }
      }
    } while (continues(pass, reports.at(-1)))
    if (unexpected.length > 0) {
      throw unexpected[0]
    }
    return reports
  })

const RUNNING_BULLETIN = sqlFile(import.meta.url, 'running-bulletin.sql', 'planned')

/** Returns whether another run can start. */
const isFree = async (database: Database): Promise<boolean> =>
  database.query(RUNNING_BULLETIN).then(
    (runs) => runs.length === 0,
    () => false,
  )

interface Pass {
  database: Database
  order: SourceOrder
  options: BulletinOptions
  folder: string
  /** The remaining editions; undefined before the first search. */
  found: Editions | undefined
}

/** Returns whether to run the next edition. After `already_running`, another run processes the remaining editions. */
const continues = ({ found, options }: Pass, last: RunReport | undefined): boolean =>
  (found?.editions.length ?? 0) > 0 && last?.error?.code !== 'already_running' && !options.signal?.aborted

async function runEdition(pass: Pass, isFirst: boolean): Promise<RunReport> {
  const { database, order, options } = pass
  const { scheduledFor: _, ...unscheduled } = order
  const report = await runSync(
    database,
    runOrder('bulletin', isFirst ? order : unscheduled),
    async (run) => {
      rejectFutureEdition(order)
      pass.found ??= await findEditions(pass, run.signal)
      const edition = pass.found.editions.shift()
      const isDayGiven = order.date !== undefined
      return edition === undefined
        ? 'nothing new'
        : stageEdition(database, run, { ...edition, isDayGiven }, options.onEdition)
    },
    options,
  )
  if (report.becameRegister && pass.found) {
    await saveAvailability(database, pass.found.availability) // the run deleted the availability with the sample data
  }
  return report
}

function findEditions({ database, order, options, folder }: Pass, signal: AbortSignal): Promise<Editions> {
  const { from, date, sample = false, trigger } = order
  const { limits = {} } = options
  const search: EditionSearch = { folder, date, limits, signal, sample, recheck: trigger === 'manual' }
  return 'files' in from ? editionsInFiles(from.files, search) : editionsAtAddress(database, from.url, search)
}
