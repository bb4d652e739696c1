import type { Database } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { apply, CorpusChangedError } from '../apply/apply.ts'
import { type Comparison, compare } from '../apply/compare.ts'
import {
  type Differences,
  NO_DIFFERENCES,
  type RunError,
  type RunOrder,
  type RunReport,
  type StagedRun,
} from '../run.ts'
import { finishRun, type Lease } from './lease.ts'
import { checkQualityGates } from './quality-gates.ts'
import { saveFingerprint, saveSnapshot } from './snapshot-store.ts'
import { deleteStaged } from './staging.ts'

/** What a run does after it has read its source. */
type RunPhase = 'comparing' | 'applying'

/** Reports the progress of a run to the terminal. */
export type OnPhase = (phase: RunPhase, changes: number) => void

/** The result of a run that was closed without an exception. */
export type AppliedRun = Differences & Pick<RunReport, 'status' | 'error' | 'becameRegister' | 'ignored'>

/** From so many changes on the planner's statistics are updated at once; autovacuum suffices for fewer. */
const MANY_CHANGES = 5_000

/** Comparisons without the lock of the corpus, which another run can invalidate; the next one holds the lock. */
const MAX_UNLOCKED_ATTEMPTS = 2

const ANALYZE_CORPUS = sqlFile(import.meta.url, 'analyze-corpus.sql', 'planned')

/**
 * Compares the staged rows of a run with the corpus, checks the quality gates, and applies the differences in one
 * transaction that also closes the run. Starts over when another run has changed the corpus in between.
 *
 * @throws NeedsApprovalError when a quality gate stops the run; SyncError
 */
export async function compareAndApply(
  database: Database,
  order: RunOrder,
  run: StagedRun,
  lease: Lease,
  onPhase: OnPhase,
): Promise<AppliedRun> {
  const compareRun = () => compareAndCheck(database, order, run, onPhase)
  for (let attempt = 0; attempt < MAX_UNLOCKED_ATTEMPTS; attempt++) {
    try {
      return await applyAndClose(database, order, run, lease, await compareRun())
    } catch (error) {
      if (!(error instanceof CorpusChangedError)) {
        throw error
      }
      await deleteStaged(database, run.id)
    }
  }
  return applyAndClose(database, order, run, lease, compareRun)
}

async function compareAndCheck(
  database: Database,
  order: RunOrder,
  run: StagedRun,
  onPhase: OnPhase,
): Promise<Comparison> {
  onPhase('comparing', 0)
  const comparison = await compare(database, order, run)
  run.signal.throwIfAborted()
  const refusal = await checkQualityGates(database, run, comparison.differences, order.accepts)
  if (refusal) {
    await saveFingerprint(database, run.id, refusal.fingerprint)
    throw refusal.error
  }
  onPhase('applying', changesOf(comparison.differences))
  return comparison
}

async function applyAndClose(
  database: Database,
  order: RunOrder,
  run: StagedRun,
  lease: Lease,
  comparison: Comparison | (() => Promise<Comparison>),
): Promise<AppliedRun> {
  let applied: Differences = NO_DIFFERENCES
  const result = statusAndError(run)
  const becameRegister = await apply(
    database,
    order,
    run,
    comparison,
    async (transaction, { differences }) => {
      applied = differences
      await saveSnapshot(transaction, run.snapshot)
      lease.end()
      await finishRun(transaction, run.id, { ...run.summary, ...differences, ...result })
    },
  )
  if (changesOf(applied) >= MANY_CHANGES) {
    await database.query(ANALYZE_CORPUS).catch(() => {}) // the run has succeeded, and autovacuum analyzes later
  }
  return { ...applied, ...result, ...ignoredFields(run), becameRegister }
}

const ignoredFields = ({ ignored }: StagedRun): Pick<RunReport, 'ignored'> =>
  ignored && ignored.size > 0 ? { ignored: Object.fromEntries(ignored) } : {}

/** A run whose source stopped it ends as failed, although the rows before that were applied. */
function statusAndError({ stopped, summary }: StagedRun): Pick<RunReport, 'status' | 'error'> {
  if (stopped === undefined) {
    return { status: 'succeeded', error: null }
  }
  const { code, message } = stopped
  const rest = summary.rowsRead > summary.rejected ? ' What else had come was applied.' : ''
  const error: RunError = { code, message: `${message}${rest}` }
  return { status: 'failed', error }
}

const changesOf = ({ inserted, updated }: Differences): number => inserted + updated
