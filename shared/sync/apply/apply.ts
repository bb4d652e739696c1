import type { Database, Queryable, Transaction, Values } from '../../db/database.ts'
import { LOCK_CORPUS } from '../../db/lock-corpus.ts'
import { type Statement, sqlFile } from '../../db/sql-file.ts'
import { dropReplacedIndex } from '../../search/index/rebuild-index.ts'
import type { StartedRun } from '../run.ts'
import { sheetValues } from '../source-snapshot.ts'
import { SyncError } from '../sync-error.ts'
import { type Compared, corpusState, type MergeOrder } from './compare.ts'
import { mergeIntoIndex } from './merge-into-index.ts'

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')

/** In this order: classes, persons, listing and source refer to their brand. */
const APPLY_MARKS = [
  'apply-brands.sql',
  'drop-classes.sql',
  'apply-classes.sql',
  'drop-persons.sql',
  'apply-persons.sql',
  'drop-listing.sql',
  'apply-listing.sql',
  'apply-sources.sql',
  'keep-other-record.sql',
  'join-waiting.sql',
  'date-restated.sql',
].map(statement)
const APPLY_ENTRIES = ['drop-annotations.sql', 'apply-annotations.sql'].map(statement)
const RELEASE_MARKS = statement('release-marks.sql')
const DATE_LATE_MARKS = statement('date-late-marks.sql')
const KEEP_SHEETS = ['keep-sheets.sql', 'hold-marks.sql'].map(statement)
const STAGED_RUN: Statement = {
  text: 'select run_id from staged_run where run_id = $1',
  parameters: ['run_id'],
}
/** What compares under the lock is idle here meanwhile. */
const WAIT_AS_LONG_AS_IT_TAKES: Statement = {
  text: 'set local idle_in_transaction_session_timeout = 0',
  parameters: [],
}
const COUNT_APPLIED: Statement = { text: 'update corpus_state set applied = applied + 1', parameters: [] }
const END_SAMPLE: Statement = { text: 'select end_sample() as ended', parameters: [] }

/** Another source has changed the corpus since this run compared itself with it: it has to compare once more. */
export class CorpusMoved extends SyncError {
  override name = 'CorpusMoved'

  constructor() {
    super('interrupted', 'Another run changed the corpus meanwhile; nothing was applied.')
  }
}

/**
 * Applies the differences, and `finish`, in one transaction: readers see all of a run or nothing of it. The first
 * run on real data ends the sample in the same transaction.
 *
 * @param compared what the run came to; or how to find that out while no other run can change the corpus
 * @returns whether this made a register of a sample
 * @throws CorpusMoved when the corpus is not what it was compared with
 */
export async function apply(
  database: Database,
  order: MergeOrder,
  run: StartedRun,
  compared: Compared | (() => Promise<Compared>),
  finish: (transaction: Queryable, compared: Compared) => Promise<void>,
): Promise<boolean> {
  let built = false
  const becameRegister = await database.transaction(async (transaction) => {
    await transaction.query(LOCK_CORPUS)
    await transaction.query(WAIT_AS_LONG_AS_IT_TAKES)
    const found = typeof compared === 'function' ? await compared() : compared
    await assertUnmoved(transaction, found)
    await assertStaged(transaction, run.id)
    const ended = order.sample ? false : await endSample(transaction)
    built = await applyFound(transaction, order, run, found, ended)
    await transaction.query(COUNT_APPLIED)
    run.signal.throwIfAborted()
    await finish(transaction, found)
    return ended
  })
  if (built) {
    await dropReplacedIndex(database)
  }
  return becameRegister
}

/** The corpus and its search index; whether that was built anew. */
async function applyFound(
  transaction: Transaction,
  { source }: MergeOrder,
  run: StartedRun,
  { differences, index }: Compared,
  ended: boolean,
): Promise<boolean> {
  const values: Values = { run_id: run.id, source, ...sheetValues(run.taken) }
  const changes = differences.inserted + differences.updated
  const dated = await applyAll(transaction, run, values, changes)
  return changes > 0 || ended || dated > 0
    ? mergeIntoIndex(transaction, { runId: run.id, signal: run.signal }, index, ended)
    : false
}

/** Marks and what refers to them, entries of the bulletin, and which sheets tell of what; how many got another date. */
async function applyAll(
  transaction: Transaction,
  { taken, signal }: StartedRun,
  values: Values,
  changes: number,
): Promise<number> {
  const isSheets = taken.sheets.length > 0
  const hasEntries = taken.edition !== null || taken.portal !== null
  const [gone] = isSheets ? await transaction.query<{ dated: number }>(RELEASE_MARKS, values) : []
  for (const each of [
    ...(hasEntries ? APPLY_ENTRIES : []),
    ...(changes > 0 ? APPLY_MARKS : []),
    ...(isSheets ? KEEP_SHEETS : []),
  ]) {
    signal.throwIfAborted()
    await transaction.query(each, values)
  }
  const [late] = isSheets ? await transaction.query<{ dated: number }>(DATE_LATE_MARKS, values) : []
  return (gone?.dated ?? 0) + (late?.dated ?? 0)
}

async function assertUnmoved(transaction: Queryable, { corpus }: Compared): Promise<void> {
  const present = await corpusState(transaction)
  if (present.kind !== corpus.kind || present.applied !== corpus.applied) {
    throw new CorpusMoved()
  }
}

/** A crash of the database empties what was staged: then nobody knows what there is to apply, or to end a sample for. */
async function assertStaged(transaction: Queryable, runId: number): Promise<void> {
  const [run] = await transaction.query(STAGED_RUN, { run_id: runId })
  if (run === undefined) {
    throw new SyncError('interrupted', 'The database lost what was read; nothing of it was applied.')
  }
}

async function endSample(transaction: Queryable): Promise<boolean> {
  const [found] = await transaction.query<{ ended: boolean }>(END_SAMPLE)
  return found?.ended ?? false
}
