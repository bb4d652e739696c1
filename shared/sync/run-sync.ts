import type { Database, Values } from '../db/database.ts'
import { type Statement, sqlFile } from '../db/sql-file.ts'
import { holdBadDay } from './guards/bad-day.ts'
import { keepTaken } from './keep-taken.ts'
import { closeLostRuns, finishRun, keepLease, type Lease, runOfSchedule, skipRun, startRun } from './lease.ts'
import { apply, CorpusMoved } from './merge/apply.ts'
import { compare } from './merge/compare.ts'
import type { Differences, Ending, Reading, RunError, RunOrder, RunReport, StartedRun } from './run.ts'
import { HeldError, SyncError } from './sync-error.ts'
import { nothingTaken } from './taken.ts'

/** What a run does once its source has been read. */
export type Phase = 'comparing' | 'applying'

export interface RunOptions {
  /** Aborted when the run is to stop; its reason may be a SyncError. */
  signal?: AbortSignal
  /** For somebody who waits. */
  onPhase?: (phase: Phase, changes: number) => void
}

/** A load that leaves the planner's figures far behind; smaller ones wait for autovacuum. */
const MANY_CHANGES = 5_000

/** A corpus that another source changes every time that a run has compared itself with it is not believed in. */
const MOST_COMPARISONS = 5

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')
const KEEP_FINGERPRINT = statement('keep-fingerprint.sql')
const CLEAR_DIFFERENCES = ['merge/clear-marks.sql', 'merge/clear-names.sql', 'merge/clear-words.sql'].map(
  statement,
)
const CLEAR_STAGED = [
  ...['merge/clear-rows.sql', 'merge/clear-entries.sql'].map(statement),
  ...CLEAR_DIFFERENCES,
]
const ANALYZE_CORPUS: Statement = { text: 'select analyze_corpus()', parameters: [] }

const NOTHING_READ: Reading = { rowsRead: 0, rejected: 0, sourceDate: null }
const NO_DIFFERENCES: Differences = {
  inserted: 0,
  updated: 0,
  unchanged: 0,
  outdated: 0,
  waiting: 0,
  unclassifiedEstados: 0,
  unclassifiedTipos: 0,
}

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
  const lease = keepLease(database, id, options.signal)
  try {
    const done = await untilAborted(lease.signal, async (signal) => {
      await clear(database, CLEAR_STAGED)
      const run: StartedRun = { id, reading, taken: nothingTaken(), signal }
      const found = await read(run)
      return found === 'read' ? merge(database, order, run, lease, options) : leave(database, run, lease)
    })
    return { id: String(id), ...reading, ...done, error: null }
  } catch (thrown) {
    const error = failure(lease.signal.aborted ? lease.signal.reason : thrown)
    const status = thrown instanceof HeldError && !lease.signal.aborted ? 'held' : 'failed'
    const ending: Ending = { ...reading, ...NO_DIFFERENCES, status, error }
    await finishRun(database, id, ending).catch(() => {})
    if (error.code === 'internal_error') {
      throw thrown
    }
    return { id: String(id), ...ending, becameRegister: false }
  } finally {
    lease.end()
    if (!lease.signal.aborted) {
      await clear(database, CLEAR_STAGED).catch(() => {}) // the next run clears it, too
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

/** What a run came to that did not fail. */
type Done = Differences & Pick<RunReport, 'status' | 'becameRegister'>

/** Ends a run whose source has nothing new: the corpus is as the source has it. */
async function leave(database: Database, { id, reading, signal }: StartedRun, lease: Lease): Promise<Done> {
  signal.throwIfAborted()
  lease.end()
  await finishRun(database, id, { ...reading, ...NO_DIFFERENCES, status: 'skipped', error: null })
  return { ...NO_DIFFERENCES, status: 'skipped', becameRegister: false }
}

/** Compares and applies, once more when another source has changed the corpus in between. */
async function merge(
  database: Database,
  order: RunOrder,
  run: StartedRun,
  lease: Lease,
  options: RunOptions,
): Promise<Done> {
  await database.query(KEEP_FINGERPRINT, { run_id: run.id, fingerprint: run.taken.fingerprint })
  for (let comparison = 1; ; comparison++) {
    try {
      return await mergeOnce(database, order, run, lease, options)
    } catch (error) {
      if (!(error instanceof CorpusMoved) || comparison === MOST_COMPARISONS) {
        throw error
      }
      await clear(database, CLEAR_DIFFERENCES, { run_id: run.id })
    }
  }
}

async function mergeOnce(
  database: Database,
  order: RunOrder,
  run: StartedRun,
  lease: Lease,
  { onPhase = () => {} }: RunOptions,
): Promise<Done> {
  const { signal } = run
  onPhase('comparing', 0)
  const compared = await compare(database, order, run)
  signal.throwIfAborted()
  const { differences } = compared
  await holdBadDay(database, run, differences, order.accepts ?? null)
  const changes = differences.inserted + differences.updated
  onPhase('applying', changes)
  const becameRegister = await apply(database, order, run, compared, async (transaction) => {
    await keepTaken(transaction, order.source, run.taken)
    lease.end()
    await finishRun(transaction, run.id, { ...run.reading, ...differences, status: 'succeeded', error: null })
  })
  if (changes >= MANY_CHANGES) {
    await database.query(ANALYZE_CORPUS).catch(() => {}) // the run has succeeded; autovacuum comes, too
  }
  return { ...differences, status: 'succeeded', becameRegister }
}

async function clear(
  database: Database,
  statements: readonly Statement[],
  values: Values = {},
): Promise<void> {
  for (const each of statements) {
    await database.query(each, values)
  }
}

/** What readers are told of a failure: the cause of one that nobody foresaw stays in the log. */
const failure = (thrown: unknown): RunError =>
  thrown instanceof SyncError
    ? { code: thrown.code, message: thrown.message }
    : {
        code: 'internal_error',
        message: 'The run ended by an error of this service; nothing of it was applied.',
      }
