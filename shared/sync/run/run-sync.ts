import type { Database } from '../../db/database.ts'
import {
  ignoredFields,
  NO_DIFFERENCES,
  NOTHING_READ,
  type ReadResult,
  type ReadSummary,
  type RunContext,
  type RunError,
  type RunOrder,
  type RunOutcome,
  RunProgress,
  type RunReport,
  type StagedRun,
} from '../run.ts'
import { deleteStaged, startStaging } from '../staging/staged-run.ts'
import { NeedsApprovalError, SkipRunError, SyncError } from '../sync-error.ts'
import { type AppliedRun, applyRun, type OnPhase } from './apply-run.ts'
import {
  closeLostRuns,
  finishRun,
  insertSkippedRun,
  keepLease,
  type Lease,
  scheduledRun,
  startRun,
} from './lease.ts'

export interface RunOptions {
  /** Aborts the run. The abort reason may be a SyncError. */
  signal?: AbortSignal
  onPhase?: OnPhase
}

/** Stages the rows of a source and returns the snapshot. */
export type ReadSource = (run: RunContext) => Promise<ReadResult | 'nothing new'>

/**
 * Reads a source once and applies the differences to the corpus. A run that is stopped before it applies them changes nothing.
 *
 * @returns the outcome, also of a failed, held or skipped run
 * @throws unexpected errors, after the run was closed as failed
 */
export async function runSync(
  database: Database,
  order: RunOrder,
  read: ReadSource,
  options: RunOptions = {},
): Promise<RunReport> {
  await closeLostRuns(database)
  const started = await startRun(database, order)
  if (started === undefined) {
    return skipRun(database, order)
  }
  const { id } = started
  const progress = new RunProgress()
  const lease = keepLease(database, started, progress, options.signal)
  let ignored: ReadResult['ignored'] | undefined
  try {
    const closed = await untilAborted(lease.signal, async (signal) => {
      await deleteStaged(database)
      await startStaging(database, id)
      const result = await read({ id, signal, progress })
      if (result === 'nothing new') {
        return closeUnchanged(database, progress.summary, lease)
      }
      ignored = result.ignored
      const run: StagedRun = { id, signal, summary: progress.summary, ...result }
      return applyRun(database, order, run, lease, options.onPhase ?? (() => {}))
    })
    return { id: String(id), ...progress.summary, ...closed }
  } catch (thrown) {
    const error = publicError(lease.signal.aborted ? lease.signal.reason : thrown)
    const status = lease.signal.aborted ? 'failed' : statusOf(thrown)
    const outcome: RunOutcome = {
      ...progress.summary,
      ...NO_DIFFERENCES,
      status,
      error,
      ...ignoredFields(ignored),
    }
    await finishRun(database, started, outcome).catch(() => {})
    if (error.code === 'internal_error') {
      throw thrown
    }
    return { id: String(id), ...outcome, becameRegister: false }
  } finally {
    lease.end()
    if (!lease.signal.aborted) {
      await deleteStaged(database).catch(() => {}) // the next run also deletes the staged rows
    }
  }
}

/**
 * Returns the result of `work`. After an abort, throws the reason immediately. The caller then closes the run. A transaction
 * that is still in progress cannot apply changes of a closed run.
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
    working.catch(() => {}) // after an abort, the reason of the abort has already been thrown
    return await Promise.race([working, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function skipRun(database: Database, order: RunOrder): Promise<RunReport> {
  const rest = { ...NOTHING_READ, ...NO_DIFFERENCES, status: 'skipped', becameRegister: false } as const
  const same = await scheduledRun(database, order)
  if (same !== undefined) {
    const error = {
      code: 'already_running',
      message: 'Another process has already started this scheduled run.',
    }
    return { id: same, ...rest, error }
  }
  const { id, ...error } = await insertSkippedRun(database, order)
  return { id, ...rest, error }
}

async function closeUnchanged(database: Database, summary: ReadSummary, lease: Lease): Promise<AppliedRun> {
  lease.signal.throwIfAborted()
  lease.end()
  await finishRun(database, lease.run, { ...summary, ...NO_DIFFERENCES, status: 'skipped', error: null })
  return { ...NO_DIFFERENCES, status: 'skipped', error: null, becameRegister: false }
}

const statusOf = (thrown: unknown): RunOutcome['status'] => {
  if (thrown instanceof NeedsApprovalError) {
    return 'held'
  }
  return thrown instanceof SkipRunError ? 'skipped' : 'failed'
}

/** Returns the public reason of a failure. */
const publicError = (thrown: unknown): RunError =>
  thrown instanceof SyncError
    ? { code: thrown.code, message: thrown.message }
    : {
        code: 'internal_error',
        message: 'The run failed because of an error of this service; nothing of it was applied.',
      }
