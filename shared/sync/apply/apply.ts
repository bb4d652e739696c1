import type { Database, Queryable, Transaction, Values } from '../../db/database.ts'
import { LOCK_CORPUS } from '../../db/lock-corpus.ts'
import { type Statement, sqlFile } from '../../db/sql-file.ts'
import { dropReplacedIndex } from '../../search/index/rebuild-index.ts'
import type { StagedRun } from '../run.ts'
import { sheetValues } from '../source-snapshot.ts'
import { SyncError } from '../sync-error.ts'
import { type CompareOrder, type Comparison, corpusState } from './compare.ts'
import { refreshIndex } from './refresh-index.ts'

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')

/** The marks come first, because the other tables refer to them. */
const APPLY_MARKS = [
  'upsert-brands.sql',
  'delete-classes.sql',
  'upsert-classes.sql',
  'delete-persons.sql',
  'upsert-persons.sql',
  'delete-listing.sql',
  'upsert-listing.sql',
  'upsert-sources.sql',
  'store-other-record.sql',
  'link-waiting-annotations.sql',
].map(statement)
const APPLY_ENTRIES = ['delete-annotations.sql', 'insert-annotations.sql'].map(statement)
const DELETE_SHEET_MARKS = statement('delete-sheet-marks.sql')
const UPDATE_SHEETS = ['upsert-sheets.sql', 'insert-sheet-marks.sql', 'date-marks-of-older-editions.sql'].map(
  statement,
)
const STAGED_RUN = statement('staged-run.sql')
/** The connection is idle while a comparison under the lock uses other connections. */
const DISABLE_IDLE_TIMEOUT = statement('disable-idle-timeout.sql')
const COUNT_APPLIED = statement('count-applied.sql')
const END_SAMPLE = statement('end-sample.sql')

/** Another run has changed the corpus since this run compared itself with it: the comparison has to be repeated. */
export class CorpusChangedError extends SyncError {
  override name = 'CorpusChangedError'

  constructor() {
    super('interrupted', 'Another run changed the corpus meanwhile; nothing was applied.')
  }
}

/**
 * Applies the differences of a run, and `finish`, in one transaction: readers see all of a run or nothing of it. The first
 * run on real data ends the sample in the same transaction.
 *
 * @param comparison the differences, or a function that compares while no other run can change the corpus
 * @returns whether the corpus was a sample and has become the register
 * @throws CorpusChangedError when the corpus is not the one that was compared
 */
export async function apply(
  database: Database,
  order: CompareOrder,
  run: StagedRun,
  comparison: Comparison | (() => Promise<Comparison>),
  finish: (transaction: Queryable, comparison: Comparison) => Promise<void>,
): Promise<boolean> {
  let rebuilt = false
  const becameRegister = await database.transaction(async (transaction) => {
    await transaction.query(LOCK_CORPUS)
    await transaction.query(DISABLE_IDLE_TIMEOUT)
    const compared = typeof comparison === 'function' ? await comparison() : comparison
    await assertUnchanged(transaction, compared)
    await assertStaged(transaction, run.id)
    const ended = order.sample ? false : await endSample(transaction)
    rebuilt = await applyDifferences(transaction, order, run, compared, ended)
    await transaction.query(COUNT_APPLIED)
    run.signal.throwIfAborted()
    await finish(transaction, compared)
    return ended
  })
  if (rebuilt) {
    await dropReplacedIndex(database)
  }
  return becameRegister
}

/** Changes the corpus and its search index; returns whether the index was rebuilt. */
async function applyDifferences(
  transaction: Transaction,
  { source }: CompareOrder,
  run: StagedRun,
  { differences, index }: Comparison,
  ended: boolean,
): Promise<boolean> {
  const values: Values = { run_id: run.id, source, ...sheetValues(run.snapshot) }
  const changes = differences.inserted + differences.updated
  await changeCorpus(transaction, run, values, changes)
  return changes > 0 || ended
    ? refreshIndex(transaction, { runId: run.id, signal: run.signal }, index, ended)
    : false
}

/** Changes marks, annotations and sheets. */
async function changeCorpus(
  transaction: Transaction,
  { snapshot, signal }: StagedRun,
  values: Values,
  changes: number,
): Promise<void> {
  const hasSheets = snapshot.source === 'sheets'
  for (const each of [
    ...(hasSheets ? [DELETE_SHEET_MARKS] : []),
    ...(hasSheets ? [] : APPLY_ENTRIES),
    ...(changes > 0 ? APPLY_MARKS : []),
    ...(hasSheets ? UPDATE_SHEETS : []),
  ]) {
    signal.throwIfAborted()
    await transaction.query(each, values)
  }
}

async function assertUnchanged(transaction: Queryable, { corpus }: Comparison): Promise<void> {
  const present = await corpusState(transaction)
  if (present.kind !== corpus.kind || present.applied !== corpus.applied) {
    throw new CorpusChangedError()
  }
}

/** A crash of the database empties the staging tables: then the staged rows are incomplete. */
async function assertStaged(transaction: Queryable, runId: number): Promise<void> {
  const [run] = await transaction.query(STAGED_RUN, { run_id: runId })
  if (run === undefined) {
    throw new SyncError('interrupted', 'The database lost what was read; nothing of it was applied.')
  }
}

async function endSample(transaction: Queryable): Promise<boolean> {
  const [sample] = await transaction.query<{ ended: boolean }>(END_SAMPLE)
  return sample?.ended ?? false
}
