import type { Database } from '../../db/database.ts'
import type { Statement } from '../../db/sql-file.ts'
import { apply, CorpusMoved } from '../apply/apply.ts'
import { type Compared, compare } from '../apply/compare.ts'
import {
  type Differences,
  NO_DIFFERENCES,
  type RunError,
  type RunOrder,
  type RunReport,
  type StartedRun,
} from '../run.ts'
import { clearStaged } from './clear-staged.ts'
import { keepFingerprint } from './keep-fingerprint.ts'
import { keepTaken } from './keep-snapshot.ts'
import { finishRun, type Lease } from './lease.ts'
import { holdBadDay } from './quality-gates.ts'

/** What a run does once its source has been read. */
export type Phase = 'comparing' | 'applying'

/** For somebody who waits. */
export type OnPhase = (phase: Phase, changes: number) => void

/** What a run came to that was not given up. */
export type Done = Differences & Pick<RunReport, 'status' | 'error' | 'becameRegister'>

/** A load that leaves the planner's figures far behind; smaller ones wait for autovacuum. */
const MANY_CHANGES = 5_000

/** So many comparisons may be in vain, because other runs were applied meanwhile; the next one keeps those out. */
const MOST_IN_VAIN = 2

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
  await keepFingerprint(database, run)
  const compareAndLook = () => compareAndHold(database, order, run, onPhase)
  for (let inVain = 0; inVain < MOST_IN_VAIN; inVain++) {
    try {
      return await applyAndClose(database, order, run, lease, await compareAndLook())
    } catch (error) {
      if (!(error instanceof CorpusMoved)) {
        throw error
      }
      await clearStaged(database, run.id)
    }
  }
  return applyAndClose(database, order, run, lease, compareAndLook)
}

async function compareAndHold(
  database: Database,
  order: RunOrder,
  run: StartedRun,
  onPhase: OnPhase,
): Promise<Compared> {
  onPhase('comparing', 0)
  const compared = await compare(database, order, run)
  run.signal.throwIfAborted()
  await holdBadDay(database, run, compared.differences, order.accepts ?? null)
  onPhase('applying', changesOf(compared.differences))
  return compared
}

async function applyAndClose(
  database: Database,
  order: RunOrder,
  run: StartedRun,
  lease: Lease,
  compared: Compared | (() => Promise<Compared>),
): Promise<Done> {
  let done: Differences = NO_DIFFERENCES
  const ending = endingOf(run)
  const becameRegister = await apply(database, order, run, compared, async (transaction, { differences }) => {
    done = differences
    await keepTaken(transaction, order.source, run.taken)
    lease.end()
    await finishRun(transaction, run.id, { ...run.reading, ...differences, ...ending })
  })
  if (changesOf(done) >= MANY_CHANGES) {
    await database.query(ANALYZE_CORPUS).catch(() => {}) // the run has succeeded; autovacuum comes, too
  }
  return { ...done, ...ending, becameRegister }
}

/** How a run ends that has applied what it read: as failed, where its source did not let it read on. */
function endingOf({ stopped, reading }: StartedRun): Pick<RunReport, 'status' | 'error'> {
  if (stopped === undefined) {
    return { status: 'succeeded', error: null }
  }
  const { code, message } = stopped
  const rest = reading.rowsRead > reading.rejected ? ' What else had come was applied.' : ''
  const error: RunError = { code, message: `${message}${rest}` }
  return { status: 'failed', error }
}

const changesOf = ({ inserted, updated }: Differences): number => inserted + updated
