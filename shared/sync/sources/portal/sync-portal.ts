import { fileURLToPath } from 'node:url'
import type { Database } from '../../../db/database.ts'
import { sqlFile } from '../../../db/sql-file.ts'
import type { PortalRateLimit } from '../../../platform/config.ts'
import { corpusKind } from '../../apply/corpus-kind.ts'
import type { Timeouts } from '../../fetch/timeouts.ts'
import { type ReadSource, type RunOptions, runSync } from '../../run/run-sync.ts'
import type { RunContext, RunReport } from '../../run.ts'
import { SkipRunError } from '../../sync-error.ts'
import { runOrder, type SourceOrder } from '../source-order.ts'
import { chooseNumbers } from './choose-numbers.ts'
import { loadSaved } from './load-saved.ts'
import { createMarkStager } from './mark-stager.ts'
import {
  BLOCK_MESSAGES,
  type BlockCode,
  blockForToday,
  createRateLimiter,
  isBlockCode,
  UNLIMITED,
} from './rate-limit.ts'
import { createPortalClient, type PortalClient } from './request/client.ts'
import { requestDetails } from './request-details.ts'

export interface PortalOrder extends SourceOrder {
  rateLimit: PortalRateLimit
  /** If true, runs are skipped until a sheet is loaded. */
  sheetsFirst?: boolean
}

export interface PortalOptions extends RunOptions {
  /** Called with the number of applications requested so far. */
  onRequested?: (requested: number) => void
  timeouts?: Partial<Timeouts>
}

/** The maximum duration of the requests. A run on AWS Lambda has 15 minutes in total. */
const MOST_MS = 10 * 60_000

const STATE = sqlFile(import.meta.url, 'portal-state.sql', 'planned')

interface State {
  newest: string
  today: string
  /** The error that blocks requests today, if any. */
  closedFor: BlockCode | null
  hasSheets: boolean
}

/**
 * Updates the corpus from the portal. If an error ends the requests, the run applies the answers received until then,
 * and fails. A run that uses up the daily limit does not fail.
 *
 * @param order `from.files` are JSON files with saved answers. `from.url` is the URL of the portal's page, or the
 * `file:` URL of a file with saved answers. `date` is the day of the saved answers, by default the day in the file names.
 */
export const syncPortal = (
  database: Database,
  order: PortalOrder,
  options: PortalOptions = {},
): Promise<RunReport> => {
  const files = savedFiles(order)
  return runSync(
    database,
    runOrder('portal', order),
    (run) =>
      files ? loadSaved(database, run, files, order.date) : requestPortal(database, run, order, options),
    options,
  )
}

const savedFiles = ({ from }: SourceOrder): readonly string[] | undefined => {
  if ('files' in from) {
    return from.files
  }
  return from.url.startsWith('file:') ? [fileURLToPath(from.url)] : undefined
}

async function requestPortal(
  database: Database,
  run: RunContext,
  order: PortalOrder,
  options: PortalOptions,
): ReturnType<ReadSource> {
  const { rateLimit, sample = false } = order
  const replacesSample = !sample && (await corpusKind(database)) === 'sample'
  const [state] = (await database.query<State>(STATE, { replaces_sample: replacesSample })) as [State]
  throwIfSkipped(state, order)
  const client = clientFor(database, run, order, options)
  const stager = createMarkStager(database, run, state.today)
  const endsAt = performance.now() + MOST_MS
  const choice = {
    client,
    after: state.newest,
    most: rateLimit.recordsPerRun,
    replacesSample,
    isOver: () => performance.now() > endsAt,
  }
  const requests = { client, stager, onRequested: options.onRequested }
  const { listed, stoppedBy } = await requestDetails(chooseNumbers(database, choice), requests)
  run.signal.throwIfAborted()
  if (stoppedBy && isBlockCode(stoppedBy.code)) {
    await blockForToday(database, stoppedBy.code)
  }
  const result = await stager.end({ newest: newestListed(state.newest, listed), saved: false })
  const stopped = stoppedBy?.code === 'calls_spent' ? undefined : stoppedBy
  if (result.snapshot.numbers.length > 0) {
    return { ...result, stopped }
  }
  if (stoppedBy) {
    throw stopped ?? new SkipRunError(stoppedBy.code, stoppedBy.message)
  }
  return 'nothing new'
}

function throwIfSkipped({ closedFor, hasSheets }: State, { trigger, sheetsFirst }: PortalOrder): void {
  // A manual run means that the operator has settled the captcha with the office.
  const isSettled = trigger === 'manual' && closedFor === 'captcha_required'
  if (closedFor !== null && !isSettled) {
    throw new SkipRunError(closedFor, BLOCK_MESSAGES[closedFor])
  }
  if (sheetsFirst && !hasSheets) {
    throw new SkipRunError(
      'no_sheets',
      'The sheets must be loaded first: without them, new applications cannot be identified.',
    )
  }
}

const clientFor = (
  database: Database,
  { signal }: RunContext,
  { from, rateLimit, sample }: PortalOrder,
  { timeouts }: PortalOptions,
): PortalClient =>
  createPortalClient({
    url: (from as { url: string }).url,
    contact: rateLimit.contact,
    rateLimiter: sample ? UNLIMITED : createRateLimiter(database, rateLimit),
    signal,
    ...(timeouts ? { timeouts } : {}),
    ...(rateLimit.pauseMs === 0 ? { retries: { minMs: 0, maxMs: 0 } } : {}),
  })

/** The widest plausible gap between two consecutive application numbers from `DENSE_FROM` on. */
const WIDEST_GAP = 10_000
/** The register lacks many applications below this number. There, a gap may be as wide as this number. */
const DENSE_FROM = 100_000

const isNear = (from: number, to: number): boolean =>
  to - from <= (from < DENSE_FROM ? DENSE_FROM : WIDEST_GAP)

/**
 * Returns the highest number in `listed` that is not an outlier; `after` if there is no such number. An outlier is far from
 * the numbers next to it. The next run lists only applications above the returned number, and an outlier would hide many.
 *
 * @param listed application numbers in ascending order, all higher than `after`
 */
export function newestListed(after: string, listed: readonly string[]): string {
  return listed.reduce((newest, number, index) => {
    const next = listed[index + 1]
    const hasNeighbour =
      isNear(Number(newest), Number(number)) || (next !== undefined && isNear(Number(number), Number(next)))
    return hasNeighbour ? number : newest
  }, after)
}
