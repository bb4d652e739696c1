import type { Database } from '../db/database.ts'
import { type Statement, sqlFile } from '../db/sql-file.ts'
import { clearCompared } from './clear-staged.ts'
import { holdBadDay } from './guards/bad-day.ts'
import { keepTaken } from './keep-taken.ts'
import { finishRun, type Lease } from './lease.ts'
import { apply, CorpusMoved } from './merge/apply.ts'
import { compare } from './merge/compare.ts'
import type { Differences, RunOrder, RunReport, StartedRun } from './run.ts'

/** What a run does once its source has been read. */
export type Phase = 'comparing' | 'applying'

/** For somebody who waits. */
export type OnPhase = (phase: Phase, changes: number) => void

/** What a run came to that did not fail. */
export type Done = Differences & Pick<RunReport, 'status' | 'becameRegister'>

/** A load that leaves the planner's figures far behind; smaller ones wait for autovacuum. */
const MANY_CHANGES = 5_000

/** A corpus that another source changes every time that a run has compared itself with it is not believed in. */
const MOST_COMPARISONS = 5
const KEEP_FINGERPRINT = sqlFile(import.meta.url, 'keep-fingerprint.sql', 'planned')
const ANALYZE_CORPUS: Statement = { text: 'select analyze_corpus()', parameters: [] }

/**
 * Compares what a run has read with the corpus, lets the guards look at it, and applies it in one transaction that also
 * closes the run; once more when another source has changed the corpus in between.
 *
 * @throws HeldError when a guard stops the run; SyncError
 */
export async function mergeRun(
  database: Database,
  order: RunOrder,
  run: StartedRun,
  lease: Lease,
  onPhase: OnPhase,
): Promise<Done> {
  await database.query(KEEP_FINGERPRINT, { run_id: run.id, fingerprint: run.taken.fingerprint })
  for (let comparison = 1; ; comparison++) {
    try {
      return await mergeOnce(database, order, run, lease, onPhase)
    } catch (error) {
      if (!(error instanceof CorpusMoved) || comparison === MOST_COMPARISONS) {
        throw error
      }
      await clearCompared(database, run.id)
    }
  }
}

async function mergeOnce(
  database: Database,
  order: RunOrder,
  run: StartedRun,
  lease: Lease,
  onPhase: OnPhase,
): Promise<Done> {
  onPhase('comparing', 0)
  const compared = await compare(database, order, run)
  run.signal.throwIfAborted()
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
