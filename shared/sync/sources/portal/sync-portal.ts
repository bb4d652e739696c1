import { fileURLToPath } from 'node:url'
import type { Database } from '../../../db/database.ts'
import { sqlFile } from '../../../db/sql-file.ts'
import type { PortalRateLimit } from '../../../platform/config.ts'
import { corpusState } from '../../apply/compare.ts'
import type { Timeouts } from '../../fetch/timeouts.ts'
import { type Found, type RunOptions, runSync } from '../../run/run-sync.ts'
import type { RunOrder, RunReport, StartedRun } from '../../run.ts'
import type { PortalTaken } from '../../source-snapshot.ts'
import { LeftAloneError, type SyncError } from '../../sync-error.ts'
import { openPortal, type Portal } from './ask/portal.ts'
import { askForAll } from './ask-for-all.ts'
import { chooseNumbers } from './choose-numbers.ts'
import { loadSaved } from './load-saved.ts'
import { newestOf } from './newest-of.ts'
import { CLOSING, type Closing, closeForToday, isClosing, paceOf, UNHURRIED } from './rate-limit.ts'
import { takeMarks } from './take-marks.ts'

/** Where the portal is. */
export type PortalPlace =
  /** Paths of answers that somebody has saved, in JSON. */
  | { files: readonly string[] }
  /** The address of the portal's page, or of a file of such answers. */
  | { url: string }

export interface PortalOrder extends Omit<RunOrder, 'source' | 'sample' | 'input'> {
  from: PortalPlace
  /** The day of saved answers, `YYYY-MM-DD`; without it the day on which their file was last written. */
  date?: string
  /** The portal is that of the made-up office. */
  sample?: boolean
  manners: PortalRateLimit
  /** Sheets are configured, too: as long as none has come, it is not known what is new. */
  sheetsFirst?: boolean
}

export interface PortalOptions extends RunOptions {
  /** Told behind each application that was asked for. */
  onAsked?: (asked: number) => void
  /** How long the portal may take, where not as long as usual. */
  limits?: Partial<Timeouts>
}

const STATE = sqlFile(import.meta.url, 'state.sql', 'planned')

interface State {
  newest: string
  today: string
  /** Why the portal asked to be left alone for today; null where it did not. */
  closedFor: Closing | null
  hasSheets: boolean
}

/**
 * Asks the search portal for what is newer than all that is known, and then for the marks under way that it was asked for
 * longest ago: one after the other, a bounded number. What stops the portal's answering in the middle ends the run as
 * failed; what had come before is applied, and the next run goes on behind it.
 */
export const syncPortal = (
  database: Database,
  order: PortalOrder,
  options: PortalOptions = {},
): Promise<RunReport> => {
  const { from, date, manners: _, sheetsFirst: __, sample = false, ...rest } = order
  const files = savedFiles(from)
  const input = 'files' in from ? { input: { files: from.files, ...(date ? { date } : {}) } } : {}
  return runSync(
    database,
    { ...rest, ...input, source: 'portal', sample },
    (run) => (files ? loadSaved(database, run, files, date) : askPortal(database, run, order, options)),
    options,
  )
}

const savedFiles = (from: PortalPlace): readonly string[] | undefined => {
  if ('files' in from) {
    return from.files
  }
  return from.url.startsWith('file:') ? [fileURLToPath(from.url)] : undefined
}

async function askPortal(
  database: Database,
  run: StartedRun,
  order: PortalOrder,
  options: PortalOptions,
): Promise<Found> {
  const { manners, sample = false } = order
  const anew = !sample && (await corpusState(database)).kind === 'sample'
  const [state] = (await database.query<State>(STATE, { anew })) as [State]
  refuseToAsk(state, order)
  const taken: PortalTaken = { newest: state.newest, day: state.today, saved: false, numbers: [] }
  run.reading.sourceDate = taken.day
  const portal = openAt(database, run, order, options)
  const taker = takeMarks(database, run, taken)
  const choice = { portal, after: state.newest, most: manners.recordsPerRun, anew }
  const asking = { portal, taker, onAsked: options.onAsked }
  const asked = await askForAll(chooseNumbers(database, choice), asking)
  run.signal.throwIfAborted()
  taken.newest = newestOf(state.newest, asked.listed)
  if (asked.stoppedBy) {
    await stopAt(database, run, taken, asked.stoppedBy)
  }
  if (taken.numbers.length === 0) {
    return 'nothing new'
  }
  await taker.end()
  return 'read'
}

/** @throws LeftAloneError */
function refuseToAsk({ closedFor, hasSheets }: State, { trigger, sheetsFirst }: PortalOrder): void {
  const isSettled = trigger === 'manual' && closedFor === 'captcha_required' // by a person, with the office
  if (closedFor !== null && !isSettled) {
    throw new LeftAloneError(closedFor, CLOSING[closedFor])
  }
  if (sheetsFirst && !hasSheets) {
    throw new LeftAloneError('no_sheets', 'The sheets come first: without them it is not known what is new.')
  }
}

const openAt = (
  database: Database,
  { signal }: StartedRun,
  { from, manners, sample }: PortalOrder,
  { limits }: PortalOptions,
): Portal =>
  openPortal({
    url: (from as { url: string }).url,
    contact: manners.contact,
    pace: sample ? UNHURRIED : paceOf(database, manners),
    signal,
    ...(limits ? { limits } : {}),
    ...(manners.pauseMs === 0 ? { retries: { minMs: 0, maxMs: 0 } } : {}),
  })

/** The end of a reading before its time. What came before it counts, unless nothing did. */
async function stopAt(
  database: Database,
  run: StartedRun,
  { numbers }: PortalTaken,
  error: SyncError,
): Promise<void> {
  if (isClosing(error.code)) {
    await closeForToday(database, error.code)
  }
  if (numbers.length === 0) {
    throw error.code === 'calls_spent' ? new LeftAloneError(error.code, error.message) : error
  }
  if (error.code !== 'calls_spent') {
    run.stopped = error
  }
}
