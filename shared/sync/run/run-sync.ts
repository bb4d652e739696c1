import type { Database } from '../../db/database.ts'
import {
  type Ending,
  NO_DIFFERENCES,
  type Reading,
  type RunError,
  type RunOrder,
  type RunReport,
  type StartedRun,
} from '../run.ts'
import { nothingTaken } from '../source-snapshot.ts'
import { HeldError, LeftAloneError, SyncError } from '../sync-error.ts'
import { beginStaging, clearStaged } from './clear-staged.ts'
import { closeLostRuns, finishRun, keepLease, type Lease, runOfSchedule, skipRun, startRun } from './lease.ts'
import { type Done, mergeRun, type OnPhase } from './merge-run.ts'

export interface RunOptions {
  /** Aborted when the run is to stop; its reason may be a SyncError. */
  signal?: AbortSignal
  onPhase?: OnPhase
}

const NOTHING_READ: Reading = { rowsRead: 0, rejected: 0, sourceDate: null }
/** What came of reading a source: rows that were staged, or that it has nothing new. */
export type Found = 'read' | 'nothing new'

/**
 * One run of a source: it takes the source's lease, lets `read` stage what the source has, compares, and applies the
 * differences in one transaction that also closes the run. Whatever stops it on the way changes nothing.
 *
 * @returns what it came to; a source that cannot be read, that has a bad day or that another run holds is told there
 * @throws what nobody foresaw, after the run was closed as failed
 */
export async function runSync(
  database: Database,
  order: RunOrder,
  read: (run: StartedRun) => Promise<Found>,
  options: RunOptions = {},
): Promise<RunReport> {
  await closeLostRuns(database)
  const id = await startRun(database, order)
  if (id === undefined) {
    return skip(database, order)
  }
  const reading = { ...NOTHING_READ }
  const ignored = new Map<string, number>()
  const lease = keepLease(database, id, options.signal)
  try {
    const done = await untilAborted(lease.signal, async (signal) => {
      await clearStaged(database)
      await beginStaging(database, id)
      const run: StartedRun = { id, reading, taken: nothingTaken(), ignored, signal }
      const found = await read(run)
      return found === 'read'
        ? mergeRun(database, order, run, lease, options.onPhase ?? (() => {}))
        : leave(database, run, lease)
    })
    return { id: String(id), ...reading, ...done, ...told(ignored) }
  } catch (thrown) {
    const error = failure(lease.signal.aborted ? lease.signal.reason : thrown)
    const status = lease.signal.aborted ? 'failed' : statusOf(thrown)
    const ending: Ending = { ...reading, ...NO_DIFFERENCES, status, error }
    await finishRun(database, id, ending).catch(() => {})
    if (error.code === 'internal_error') {
      throw thrown
    }
    return { id: String(id), ...ending, becameRegister: false }
  } finally {
    lease.end()
    if (!lease.signal.aborted) {
      await clearStaged(database).catch(() => {}) // the next run clears it, too
    }
  }
}

/**
 * The result of `work`, or the reason of an abort as soon as there is one: a statement that takes long is left to
 * itself then. It can do nothing any more, since the run is closed, and what it staged is the next run's to clear.
 */
async function untilAborted<Result>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    const working = work(signal)
    working.catch(() => {}) // told already, when the abort was first
    return await Promise.race([working, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Another run holds the source, which is written down; or another process has this very run, which it writes down. */
async function skip(database: Database, order: RunOrder): Promise<RunReport> {
  const rest = { ...NOTHING_READ, ...NO_DIFFERENCES, status: 'skipped', becameRegister: false } as const
  const same = await runOfSchedule(database, order)
  if (same !== undefined) {
    const error = { code: 'already_running', message: 'Another process has this run.' }
    return { id: same, ...rest, error }
  }
  const { id, ...error } = await skipRun(database, order)
  return { id, ...rest, error }
}

/** Ends a run whose source has nothing new: the corpus is as the source has it. */
async function leave(database: Database, { id, reading, signal }: StartedRun, lease: Lease): Promise<Done> {
  signal.throwIfAborted()
  lease.end()
  await finishRun(database, id, { ...reading, ...NO_DIFFERENCES, status: 'skipped', error: null })
  return { ...NO_DIFFERENCES, status: 'skipped', error: null, becameRegister: false }
}

const told = (ignored: ReadonlyMap<string, number>): Pick<RunReport, 'ignored'> =>
  ignored.size > 0 ? { ignored: Object.fromEntries(ignored) } : {}

const statusOf = (thrown: unknown): Ending['status'] => {
  if (thrown instanceof HeldError) {
    return 'held'
  }
  return thrown instanceof LeftAloneError ? 'skipped' : 'failed'
}

/** What readers are told of a failure: the cause of one that nobody foresaw stays in the log. */
const failure = (thrown: unknown): RunError =>
  thrown instanceof SyncError
    ? { code: thrown.code, message: thrown.message }
    : {
        code: 'internal_error',
        message: 'The run ended by an error of this service; nothing of it was applied.',
      }
