import type { Source } from '../../schemas/catalogs.ts'
import type { Database, Queryable } from '../db/database.ts'
import { type Statement, sqlFile } from '../db/sql-file.ts'
import { isGone, leaseOwner } from './lease-owner.ts'
import { apply, compare, type Differences } from './merge/merge.ts'
import { SyncError } from './sync-error.ts'

export type Trigger = 'schedule' | 'manual' | 'catch_up'

export interface RunOrder {
  source: Source
  trigger: Trigger
  /** A run on the made-up office. */
  sample: boolean
}

/** What a source gave so far, filled in while it is read: a run that fails keeps what it had. */
export interface Reading {
  rowsRead: number
  /** Rows that could not be used. */
  rejected: number
  /** The newest edition that was read, `YYYY-MM-DD`. */
  sourceDate: string | null
}

/** A run that has begun: its reader stages rows under `id`, fills `reading`, and ends when `signal` says so. */
export interface StartedRun {
  id: number
  reading: Reading
  signal: AbortSignal
}

/** Why a run did not succeed, in words that an integrator may read. */
export interface RunError {
  code: string
  message: string
}

export interface RunReport extends Reading, Differences {
  id: string
  status: 'succeeded' | 'failed' | 'skipped'
  error: RunError | null
  /** The corpus was a sample, and this run made it the register. */
  becameRegister: boolean
}

/** How a run goes on, for somebody who waits. */
export type Phase = 'comparing' | 'applying'

export interface RunOptions {
  /** Aborted when the run is to stop; its reason may be a SyncError. */
  signal?: AbortSignal
  onPhase?: (phase: Phase, changes: number) => void
}

const HEARTBEAT_MS = 10_000
/** A load that leaves the planner's figures far behind; smaller ones wait for autovacuum. */
const MANY_CHANGES = 5_000

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')
const RUNNING_LEASES = statement('running-leases.sql')
const CLOSE_LOST_RUNS = statement('close-lost-runs.sql')
const START_RUN = statement('start-run.sql')
const SKIP_RUN = statement('skip-run.sql')
const HEARTBEAT = statement('heartbeat.sql')
const FINISH_RUN = statement('finish-run.sql')
const CLEAR_STAGED = [statement('merge/clear-rows.sql'), statement('merge/clear-marks.sql')]
const ANALYZE_CORPUS: Statement = { text: 'select analyze_corpus()', parameters: [] }

const NO_DIFFERENCES: Differences = {
  inserted: 0,
  updated: 0,
  unchanged: 0,
  unclassifiedEstados: 0,
  unclassifiedTipos: 0,
}

/**
 * One run of a source: it takes the source's lease, lets `read` stage what the source has, compares, and applies the
 * differences in one transaction that also closes the run. Whatever stops it on the way changes nothing.
 *
 * @returns what it came to; a source that cannot be read, or that another run holds, is told there
 * @throws what nobody foresaw, after the run was closed as failed
 */
export async function runSync(
  database: Database,
  order: RunOrder,
  read: (run: StartedRun) => Promise<void>,
  options: RunOptions = {},
): Promise<RunReport> {
  await closeLostRuns(database)
  const id = await startRun(database, order)
  if (id === undefined) {
    return skipRun(database, order)
  }
  const reading: Reading = { rowsRead: 0, rejected: 0, sourceDate: null }
  const lease = keepLease(database, id, options.signal)
  const report = { id: String(id), ...reading, ...NO_DIFFERENCES, becameRegister: false }
  try {
    await clearStaged(database)
    await read({ id, reading, signal: lease.signal })
    const done = await merge(database, order, { id, reading, signal: lease.signal }, options)
    return { ...report, ...reading, ...done, status: 'succeeded', error: null }
  } catch (thrown) {
    const error = failure(lease.signal.aborted ? lease.signal.reason : thrown)
    await finishRun(database, id, { ...reading, ...NO_DIFFERENCES, status: 'failed', error }).catch(() => {})
    if (error.code === 'internal_error') {
      throw thrown
    }
    return { ...report, ...reading, status: 'failed', error }
  } finally {
    lease.end()
    await clearStaged(database).catch(() => {}) // the next run clears it, too
  }
}

/** Closes runs that nobody goes on with, so that their sources are free. */
export async function closeLostRuns(database: Queryable): Promise<void> {
  const leases = await database.query<{ owner: string }>(RUNNING_LEASES)
  const gone = leases.map(({ owner }) => owner).filter(isGone)
  await database.query(CLOSE_LOST_RUNS, { gone })
}

async function startRun(database: Database, order: RunOrder): Promise<number | undefined> {
  const [run] = await database.query<{ runId: number }>(START_RUN, { ...order, owner: leaseOwner() })
  return run?.runId
}

async function skipRun(database: Database, order: RunOrder): Promise<RunReport> {
  const message = `Another run of ${order.source} is under way; one that is not heard of for 60 s is given up.`
  const error = { code: 'already_running', message }
  const [run] = await database.query<{ runId: number }>(SKIP_RUN, { ...order, message })
  const nothing = { rowsRead: 0, rejected: 0, sourceDate: null, ...NO_DIFFERENCES, becameRegister: false }
  return { id: String(run?.runId), status: 'skipped', error, ...nothing }
}

async function merge(
  database: Database,
  { source, sample }: RunOrder,
  { id, reading, signal }: StartedRun,
  { onPhase = () => {} }: RunOptions,
): Promise<Differences & { becameRegister: boolean }> {
  const order = { runId: id, source, sample }
  onPhase('comparing', 0)
  const compared = await compare(database, order)
  signal.throwIfAborted()
  const changes = compared.inserted + compared.updated
  onPhase('applying', changes)
  const { kind: _, ...differences } = compared
  const becameRegister = await apply(database, order, compared, (transaction) =>
    finishRun(transaction, id, { ...reading, ...differences, status: 'succeeded', error: null }),
  )
  if (changes >= MANY_CHANGES) {
    await database.query(ANALYZE_CORPUS)
  }
  return { ...differences, becameRegister }
}

type Ending = Omit<RunReport, 'id' | 'becameRegister'>

async function finishRun(database: Queryable, id: number, ending: Ending): Promise<void> {
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

async function clearStaged(database: Database): Promise<void> {
  for (const each of CLEAR_STAGED) {
    await database.query(each)
  }
}

const givenUp = (): SyncError =>
  new SyncError('interrupted', 'The run was given up for lost while it went on; nothing of it was applied.')

/** Tells every 10 s that the run goes on, and aborts it when it was given up for lost all the same. */
function keepLease(database: Database, id: number, stop?: AbortSignal): { signal: AbortSignal; end(): void } {
  const lost = new AbortController()
  const timer = setInterval(async () => {
    const alive = await database.query(HEARTBEAT, { run_id: id, owner: leaseOwner() }).catch(() => undefined)
    if (alive?.length === 0) {
      lost.abort(givenUp())
    }
  }, HEARTBEAT_MS)
  const signal = stop ? AbortSignal.any([stop, lost.signal]) : lost.signal
  return { signal, end: () => clearInterval(timer) }
}

/** What readers are told of a failure: the cause of one that nobody foresaw stays in the log. */
const failure = (thrown: unknown): RunError =>
  thrown instanceof SyncError
    ? { code: thrown.code, message: thrown.message }
    : {
        code: 'internal_error',
        message: 'The run ended by an error of this service; nothing of it was applied.',
      }
