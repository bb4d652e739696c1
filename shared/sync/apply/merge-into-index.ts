import type { Queryable, Transaction } from '../../db/database.ts'
import { RULES_VERSION } from '../../search/index/name-entry.ts'
import { buildIndex, readIndexRules } from '../../search/index/rebuild-index.ts'
import { clearIndex, updateIndex } from '../../search/index/update-index.ts'
import { SyncError } from '../sync-error.ts'

/** How a run makes the search index what the corpus has become. */
export type IndexWay = 'bring up' | 'build anew'

const COUNT_MARKS = { text: 'select count(*) as marks from brand', parameters: [] }
const NEXT_VERSION = {
  text: 'update corpus_state set version = version + 1 returning version',
  parameters: [],
}

/** Below this many changes, and this part of the corpus, bringing the index up is the faster way. */
const MANY_CHANGES = 20_000
const LARGE_PART = 0.25

/** The faster way for so many changes; for bringing the index up, the names of the marks have to be staged. */
export async function chooseIndexWay(database: Queryable, changes: number): Promise<IndexWay> {
  if (changes < MANY_CHANGES) {
    return 'bring up'
  }
  const [corpus] = await database.query<{ marks: number }>(COUNT_MARKS)
  return changes > (corpus?.marks ?? 0) * LARGE_PART ? 'build anew' : 'bring up'
}

/**
 * Makes the search index what the corpus has become, and the version of both the next one. An index of other rules, or
 * one that was never made, cannot be brought up.
 *
 * @param ended whether nothing of what the corpus was before stays
 * @returns whether the index was built anew: then the past one is to be dropped once the transaction is over
 * @throws SyncError for an index that newer software has made
 */
export async function mergeIntoIndex(
  transaction: Transaction,
  { runId, signal }: { runId: number; signal: AbortSignal },
  chosen: IndexWay,
  ended: boolean,
): Promise<boolean> {
  // Somebody may have built it by other rules since the run compared.
  const rules = await readIndexRules(transaction)
  if (rules > RULES_VERSION) {
    throw new SyncError('interrupted', 'Newer software has made the search index; nothing was applied.')
  }
  const version = await nextVersion(transaction)
  if (rules < RULES_VERSION || chosen === 'build anew') {
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
