import type { Database } from '../db/database.ts'
import { type Statement, sqlFile } from '../db/sql-file.ts'
import { closeLostRuns, finishRun, keepLease, type Lease, skipRun, startRun } from './lease.ts'
import { apply, compare } from './merge/merge.ts'
import type { Differences, Ending, Reading, RunError, RunOrder, RunReport, StartedRun } from './run.ts'
import { SyncError } from './sync-error.ts'

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

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')
const CLEAR_STAGED = [
  'merge/clear-rows.sql',
  'merge/clear-marks.sql',
  'merge/clear-names.sql',
  'merge/clear-words.sql',
].map(statement)
const ANALYZE_CORPUS: Statement = { text: 'select analyze_corpus()', parameters: [] }

const NOTHING_READ: Reading = { rowsRead: 0, rejected: 0, sourceDate: null }
const NO_DIFFERENCES: Differences = {
  inserted: 0,
  updated: 0,
  unchanged: 0,
  outdated: 0,
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
    return skip(database, order)
  }
  const reading = { ...NOTHING_READ }
  const lease = keepLease(database, id, options.signal)
  try {
    const done = await untilAborted(lease.signal, async (signal) => {
      await clearStaged(database)
      await read({ id, reading, signal })
      return merge(database, order, { id, reading, signal }, lease, options)
    })
    return { id: String(id), ...reading, ...done, status: 'succeeded', error: null }
  } catch (thrown) {
    const error = failure(lease.signal.aborted ? lease.signal.reason : thrown)
    const ending: Ending = { ...reading, ...NO_DIFFERENCES, status: 'failed', error }
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

async function skip(database: Database, order: RunOrder): Promise<RunReport> {
  const { id, ...error } = await skipRun(database, order)
  return { id, ...NOTHING_READ, ...NO_DIFFERENCES, status: 'skipped', error, becameRegister: false }
}

async function merge(
  database: Database,
  { source, sample }: RunOrder,
  { id, reading, signal }: StartedRun,
  lease: Lease,
  { onPhase = () => {} }: RunOptions,
): Promise<Differences & { becameRegister: boolean }> {
  const order = { runId: id, source, sample, signal }
  onPhase('comparing', 0)
  const compared = await compare(database, order)
  signal.throwIfAborted()
  const changes = compared.inserted + compared.updated
  onPhase('applying', changes)
  const { kind: _, ...differences } = compared
  const becameRegister = await apply(database, order, compared, (transaction) => {
    lease.end()
    return finishRun(transaction, id, { ...reading, ...differences, status: 'succeeded', error: null })
  })
  if (changes >= MANY_CHANGES) {
    await database.query(ANALYZE_CORPUS).catch(() => {}) // the run has succeeded; autovacuum comes, too
  }
  return { ...differences, becameRegister }
}

async function clearStaged(database: Database): Promise<void> {
  for (const each of CLEAR_STAGED) {
    await database.query(each)
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
