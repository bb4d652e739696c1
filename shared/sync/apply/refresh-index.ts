import type { Queryable, Transaction } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { RULES_VERSION } from '../../search/index/name-entry.ts'
import { buildIndex, readIndexRules } from '../../search/index/rebuild-index.ts'
import { clearIndex, updateIndex } from '../../search/index/update-index.ts'
import { SyncError } from '../sync-error.ts'

/** Whether a run updates only the index entries of changed marks, or rebuilds the whole index. */
export type IndexStrategy = 'update' | 'rebuild'

const COUNT_MARKS = sqlFile(import.meta.url, 'count-marks.sql', 'planned')
const NEXT_VERSION = sqlFile(import.meta.url, 'next-version.sql', 'planned')

/** With fewer changes, an update is always faster than a rebuild. */
const MANY_CHANGES = 20_000
/** With MANY_CHANGES or more, a rebuild is faster than an update if the share of changed marks is larger. */
const LARGE_SHARE = 0.25

/** Returns the faster strategy. Before an update, the caller must stage the names of the marks. */
export async function chooseIndexStrategy(database: Queryable, changes: number): Promise<IndexStrategy> {
  if (changes < MANY_CHANGES) {
    return 'update'
  }
  const [corpus] = await database.query<{ marks: number }>(COUNT_MARKS)
  return changes > (corpus?.marks ?? 0) * LARGE_SHARE ? 'rebuild' : 'update'
}

/**
 * Updates or rebuilds the search index, and increases the version of the corpus. Always rebuilds an index with an older
 * RULES_VERSION.
 *
 * @param ended whether the run has deleted the sample
 * @returns whether the index was rebuilt; the replaced index must then be dropped after the transaction
 * @throws SyncError if newer software built the index
 */
export async function refreshIndex(
  transaction: Transaction,
  { runId, signal }: { runId: number; signal: AbortSignal },
  strategy: IndexStrategy,
  ended: boolean,
): Promise<boolean> {
  // Another version of the software may have rebuilt the index since the run began.
  const rules = await readIndexRules(transaction)
  if (rules > RULES_VERSION) {
    throw new SyncError(
      'interrupted',
      'Newer software built the search index; nothing was applied. Run the newer version.',
    )
  }
  const version = await nextVersion(transaction)
  if (rules < RULES_VERSION || strategy === 'rebuild') {
    await buildIndex(transaction, () => signal.throwIfAborted())
    return true
  }
  if (ended) {
    await clearIndex(transaction)
  }
  await updateIndex(transaction, runId, version, signal)
  return false
}

async function nextVersion(transaction: Queryable): Promise<number> {
  const [corpus] = await transaction.query<{ version: number }>(NEXT_VERSION)
  if (!corpus) {
    throw new Error('corpus_state has no row')
  }
  return corpus.version
}
