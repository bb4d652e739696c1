import type { Queryable } from '../../db/database.ts'
import { type Statement, sqlFile } from '../../db/sql-file.ts'
import type { RunError, RunOrder, RunOutcome, RunProgress } from '../run.ts'
import { SyncError } from '../sync-error.ts'
import { isGone, leaseOwner } from './lease-owner.ts'

const HEARTBEAT_MS = 10_000

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')
const RUNNING_LEASES = statement('running-leases.sql')
const CLOSE_LOST_RUNS = statement('close-lost-runs.sql')
const FREE_SLOT = statement('free-slot.sql')
const START_RUN = statement('start-run.sql')
const SCHEDULED_RUN = statement('scheduled-run.sql')
const INSERT_SKIPPED_RUN = statement('insert-skipped-run.sql')
const RENEW_LEASE = statement('renew-lease.sql')
const FINISH_RUN = statement('finish-run.sql')

/** Closes runs whose process has ended or sends no heartbeat. */
export async function closeLostRuns(database: Queryable): Promise<void> {
  const leases = await database.query<{ owner: string }>(RUNNING_LEASES)
  const gone = leases.map(({ owner }) => owner).filter(isGone)
  await database.query(CLOSE_LOST_RUNS, { gone })
}

/** A running run. Its row in the database is the lease of the source. */
export interface StartedRun {
  readonly id: number
  readonly owner: string
}

/**
 * Starts a run by taking the lease of its source.
 *
 * @returns the run; undefined if another run holds the lease or has the same scheduled time
 */
export async function startRun(database: Queryable, order: RunOrder): Promise<StartedRun | undefined> {
  if (order.scheduledFor) {
    await database.query(FREE_SLOT, { ...order, scheduled_for: order.scheduledFor })
  }
  const owner = leaseOwner()
  try {
    const [run] = await database.query<{ runId: number }>(START_RUN, {
      ...order,
      scheduled_for: order.scheduledFor,
      input: order.input && JSON.stringify(order.input),
      owner,
    })
    return run && { id: run.runId, owner }
  } catch (error) {
    // The run may be stored in spite of the error. If it stayed open, it would block the source for a minute.
    await database.query(CLOSE_LOST_RUNS, { gone: [owner] }).catch(() => {})
    throw error
  }
}

/** Returns the id of the run with the same source and scheduled time. */
export async function scheduledRun(
  database: Queryable,
  { source, scheduledFor }: RunOrder,
): Promise<string | undefined> {
  const values = { source, scheduled_for: scheduledFor }
  const [run] = scheduledFor ? await database.query<{ id: string }>(SCHEDULED_RUN, values) : []
  return run?.id
}

/** Inserts a skipped run. Returns the id and the reason. */
export async function insertSkippedRun(
  database: Queryable,
  order: RunOrder,
): Promise<RunError & { id: string }> {
  const [run] = await database.query<RunError & { id: string }>(INSERT_SKIPPED_RUN, { ...order })
  if (!run) {
    throw new Error('insert-skipped-run.sql returned no row')
  }
  return run
}

export interface Lease {
  readonly run: StartedRun
  /** Aborts when the caller stops the run, or when the lease is lost; never after `end`. */
  signal: AbortSignal
  /** Ends the heartbeat. */
  end(): void
}

/** Renews the lease and stores the counts of rows. Returns whether the run still holds the lease. */
export async function renewLease(
  database: Queryable,
  { id, owner }: StartedRun,
  { summary: { rowsRead, rejected } }: RunProgress,
): Promise<boolean> {
  const renewed = await database.query(RENEW_LEASE, { run_id: id, owner, rows_read: rowsRead, rejected })
  return renewed.length > 0
}

/**
 * Renews the lease of a run every 10 s.
 *
 * @param stop the signal with which the caller stops the run
 */
export function keepLease(
  database: Queryable,
  run: StartedRun,
  progress: RunProgress,
  stop?: AbortSignal,
): Lease {
  const controller = new AbortController()
  let ended = false
  const timer = setInterval(async () => {
    const isHeld = await renewLease(database, run, progress).catch(() => undefined)
    // The run may have ended during the renewal. The lease is then not lost.
    if (isHeld === false && !ended) {
      controller.abort(leaseLost())
    }
  }, HEARTBEAT_MS)
  const abort = (): void => controller.abort(stop?.reason)
  stop?.addEventListener('abort', abort)
  if (stop?.aborted) {
    abort()
  }
  const end = (): void => {
    ended = true
    clearInterval(timer)
    stop?.removeEventListener('abort', abort)
  }
  return { run, signal: controller.signal, end }
}

/**
 * Closes a run with its outcome and releases the lease.
 *
 * @throws SyncError if the lease was lost; the run must then not be applied
 */
export async function finishRun(
  database: Queryable,
  { id, owner }: StartedRun,
  outcome: RunOutcome,
): Promise<void> {
  const closed = await database.query(FINISH_RUN, {
    run_id: id,
    owner,
    status: outcome.status,
    source_date: outcome.sourceDate,
    rows_read: outcome.rowsRead,
    inserted: outcome.inserted,
    updated: outcome.updated,
    unchanged: outcome.unchanged,
    rejected: outcome.rejected,
    outdated: outcome.outdated,
    waiting: outcome.waiting,
    repeated: outcome.repeated,
    kept: outcome.kept,
    withdrawn: outcome.withdrawn,
    unclassified_estados: outcome.unclassifiedEstados,
    unclassified_tipos: outcome.unclassifiedTipos,
    ignored: outcome.ignored === undefined ? null : JSON.stringify(outcome.ignored),
    error_code: outcome.error?.code ?? null,
    error_message: outcome.error?.message ?? null,
  })
  if (closed.length === 0) {
    throw leaseLost()
  }
}

const leaseLost = (): SyncError =>
  new SyncError('interrupted', 'The run lost its lease while it was running; nothing of it was applied.')
