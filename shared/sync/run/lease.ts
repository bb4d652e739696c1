import type { Queryable } from '../../db/database.ts'
import { type Statement, sqlFile } from '../../db/sql-file.ts'
import type { Ending, RunError, RunOrder } from '../run.ts'
import { SyncError } from '../sync-error.ts'
import { isGone, leaseOwner } from './lease-owner.ts'

const HEARTBEAT_MS = 10_000

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')
const RUNNING_LEASES = statement('running-leases.sql')
const CLOSE_LOST_RUNS = statement('close-lost-runs.sql')
const FREE_SLOT = statement('free-slot.sql')
const START_RUN = statement('start-run.sql')
const RUN_OF_SCHEDULE = statement('run-of-schedule.sql')
const SKIP_RUN = statement('skip-run.sql')
const HEARTBEAT = statement('heartbeat.sql')
const FINISH_RUN = statement('finish-run.sql')

/** Closes runs that nobody goes on with, so that their sources are free. */
export async function closeLostRuns(database: Queryable): Promise<void> {
  const leases = await database.query<{ owner: string }>(RUNNING_LEASES)
  const gone = leases.map(({ owner }) => owner).filter(isGone)
  await database.query(CLOSE_LOST_RUNS, { gone })
}

/**
 * Takes the lease of a source: the id of the run that holds it now, or undefined where another run does, or has had the
 * same time of the schedule and was not interrupted.
 */
export async function startRun(database: Queryable, order: RunOrder): Promise<number | undefined> {
  if (order.scheduledFor) {
    await database.query(FREE_SLOT, { ...order, scheduled_for: order.scheduledFor })
  }
  const [run] = await database.query<{ runId: number }>(START_RUN, {
    ...order,
    scheduled_for: order.scheduledFor,
    input: order.input && JSON.stringify(order.input),
    owner: leaseOwner(),
  })
  return run?.runId
}

/** The run that another process has begun for the same time of the schedule. */
export async function runOfSchedule(
  database: Queryable,
  { source, scheduledFor }: RunOrder,
): Promise<string | undefined> {
  const values = { source, scheduled_for: scheduledFor }
  const [run] = scheduledFor ? await database.query<{ id: string }>(RUN_OF_SCHEDULE, values) : []
  return run?.id
}

/** Writes down a run that did not begin, because another one holds its source, and tells its id and why. */
export async function skipRun(database: Queryable, order: RunOrder): Promise<RunError & { id: string }> {
  const [run] = await database.query<RunError & { id: string }>(SKIP_RUN, { ...order })
  if (!run) {
    throw new Error('skip-run.sql gave no row')
  }
  return run
}

/** The hold on a run's source, while the run may still be stopped. */
export interface Lease {
  /** Aborted by `stop`, and when the run was given up for lost all the same; never after the end. */
  signal: AbortSignal
  /** Nothing stops the run from here on: whoever closes it calls this first. */
  end(): void
}

/**
 * Tells every 10 s that the run goes on.
 *
 * @param stop whatever else ends the run
 */
export function keepLease(database: Queryable, id: number, stop?: AbortSignal): Lease {
  const held = new AbortController()
  let ended = false
  const timer = setInterval(async () => {
    const alive = await database.query(HEARTBEAT, { run_id: id, owner: leaseOwner() }).catch(() => undefined)
    // It may have waited for the run's own last transaction: what that closed is not lost.
    if (alive?.length === 0 && !ended) {
      held.abort(givenUp())
    }
  }, HEARTBEAT_MS)
  const giveUp = (): void => held.abort(stop?.reason)
  stop?.addEventListener('abort', giveUp)
  if (stop?.aborted) {
    giveUp()
  }
  const end = (): void => {
    ended = true
    clearInterval(timer)
    stop?.removeEventListener('abort', giveUp)
  }
  return { signal: held.signal, end }
}

/**
 * Ends a run, good or bad, and gives its lease back.
 *
 * @throws SyncError when the lease was lost: then nothing that the run did may count
 */
export async function finishRun(database: Queryable, id: number, ending: Ending): Promise<void> {
  const closed = await database.query(FINISH_RUN, {
    run_id: id,
    owner: leaseOwner(),
    status: ending.status,
    source_date: ending.sourceDate,
    rows_read: ending.rowsRead,
    inserted: ending.inserted,
    updated: ending.updated,
    unchanged: ending.unchanged,
    rejected: ending.rejected,
    unclassified_estados: ending.unclassifiedEstados,
    unclassified_tipos: ending.unclassifiedTipos,
    error_code: ending.error?.code ?? null,
    error_message: ending.error?.message ?? null,
  })
  if (closed.length === 0) {
    throw givenUp()
  }
}

const givenUp = (): SyncError =>
  new SyncError('interrupted', 'The run was given up for lost while it went on; nothing of it was applied.')
