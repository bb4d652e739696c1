import type { Database, Transaction } from '../../db/database.ts'
import { LOCK_CORPUS } from '../../db/lock-corpus.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { dropReplacedIndex } from '../../search/index/rebuild-index.ts'
import { updateCorpusDate } from '../apply/corpus-date.ts'
import { prepareCorpus } from '../apply/corpus-kind.ts'
import { updateBrands } from '../apply/update-brands.ts'
import { resolveMarks, stageRecords, storeRecords } from '../resolve/resolve.ts'
import {
  type Differences,
  ignoredFields,
  type ReadSummary,
  type RunError,
  type RunOrder,
  type RunReport,
  type StagedRun,
} from '../run.ts'
import { assertStaged } from '../staging/staged-run.ts'
import { NeedsApprovalError } from '../sync-error.ts'
import { checkAndSaveFill } from './field-fill.ts'
import { finishRun, type Lease } from './lease.ts'
import { checkMarks, checkRecords, holdForApproval } from './quality-gates.ts'
import { saveFingerprint, saveSnapshot } from './snapshot-store.ts'
import { checkValues } from './value-gates.ts'

type RunPhase = 'comparing' | 'applying'

export type OnPhase = (phase: RunPhase, changes: number) => void

/** The result of `applyRun`. `becameRegister` is true if the run replaced the sample by real data. */
export type AppliedRun = Differences & Pick<RunReport, 'status' | 'error' | 'ignored' | 'becameRegister'>

/** The minimum number of changes for an update of the planner statistics. */
const MANY_CHANGES = 5_000

/** Prevents a timeout of the transaction: its connection is idle while this process computes index entries. */
const DISABLE_IDLE_TIMEOUT = sqlFile(import.meta.url, 'disable-idle-timeout.sql', 'planned')
const ANALYZE_CORPUS = sqlFile(import.meta.url, 'analyze-corpus.sql', 'planned')

/**
 * Applies the staged rows of a run and closes the run in one transaction. Runs of different sources wait for each other.
 *
 * @throws NeedsApprovalError if a quality gate holds the run
 * @throws SyncError
 */
export async function applyRun(
  database: Database,
  order: RunOrder,
  run: StagedRun,
  lease: Lease,
  onPhase: OnPhase,
): Promise<AppliedRun> {
  onPhase('comparing', 0)
  const { rebuilt, ...applied } = await database
    .transaction((transaction) => applyStaged(transaction, order, run, lease, onPhase))
    .catch(async (error: unknown) => {
      if (error instanceof NeedsApprovalError) {
        await saveFingerprint(database, run.id, error.fingerprint)
      }
      throw error
    })
  if (rebuilt) {
    await dropReplacedIndex(database)
  }
  if (changesOf(applied) >= MANY_CHANGES) {
    await database.query(ANALYZE_CORPUS).catch(() => {}) // autovacuum analyzes later
  }
  return applied
}

async function applyStaged(
  transaction: Transaction,
  order: RunOrder,
  run: StagedRun,
  lease: Lease,
  onPhase: OnPhase,
): Promise<AppliedRun & { rebuilt: boolean }> {
  const { signal } = run
  await transaction.query(LOCK_CORPUS)
  await transaction.query(DISABLE_IDLE_TIMEOUT)
  await assertStaged(transaction, run.id)
  const becameRegister = await prepareCorpus(transaction, order.sample)
  const { marks, ...stated } = await stageRecords(transaction, run)
  signal.throwIfAborted()
  const findings = await checkRecords(transaction, run)
  findings.push(...(await checkValues(transaction, run, marks)))
  if (!order.sample) {
    findings.push(...(await checkAndSaveFill(transaction, run)))
  }
  await storeRecords(transaction, run)
  await saveSnapshot(transaction, run.snapshot)
  signal.throwIfAborted()
  const resolved = await resolveMarks(transaction, run)
  const differences = countMarks(run.summary, marks, { ...stated, ...resolved })
  findings.push(...(await checkMarks(transaction, run, differences)))
  holdForApproval(run, findings, order.accepts)
  const changes = changesOf(resolved) + stated.withdrawn
  onPhase('applying', changes)
  signal.throwIfAborted()
  const isDateChanged = await updateCorpusDate(transaction, run)
  const rebuilt =
    changes > 0 || isDateChanged || becameRegister
      ? await updateBrands(transaction, run, changes, becameRegister)
      : false
  signal.throwIfAborted()
  lease.end()
  const result = { ...differences, ...statusAndError(run), ...ignoredFields(run.ignored) }
  await finishRun(transaction, lease.run, { ...run.summary, ...result })
  return { ...result, becameRegister, rebuilt }
}

/**
 * Completes the counts with `unchanged` and `repeated`. Each row is then counted once: as rejected, inserted, updated,
 * unchanged, outdated, waiting or repeated.
 */
function countMarks(
  { rowsRead, rejected }: ReadSummary,
  marks: number,
  counts: Omit<Differences, 'unchanged' | 'repeated'>,
): Differences {
  const { inserted, updated, outdated, waiting } = counts
  return {
    ...counts,
    unchanged: marks - inserted - updated - outdated,
    repeated: rowsRead - rejected - marks - waiting,
  }
}

/** Returns `failed` if an error ended the reading early. The rows read before the error are still applied. */
function statusAndError({ stopped, summary }: StagedRun): Pick<RunReport, 'status' | 'error'> {
  if (stopped === undefined) {
    return { status: 'succeeded', error: null }
  }
  const { code, message } = stopped
  const rest =
    summary.rowsRead > summary.rejected ? ' The run applied the data that it had read before this error.' : ''
  const error: RunError = { code, message: `${message}${rest}` }
  return { status: 'failed', error }
}

const changesOf = ({ inserted, updated }: Pick<Differences, 'inserted' | 'updated'>): number =>
  inserted + updated
