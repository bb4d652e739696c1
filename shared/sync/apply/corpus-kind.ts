import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { SyncError } from '../sync-error.ts'

/** The corpus is a sample (invented marks) until the first run on real data. After this run, the corpus is the register. */
type CorpusKind = 'sample' | 'register'

const CORPUS_KIND = sqlFile(import.meta.url, 'corpus-kind.sql', 'planned')
const END_SAMPLE = sqlFile(import.meta.url, 'end-sample.sql', 'planned')

export async function corpusKind(database: Queryable): Promise<CorpusKind> {
  const [corpus] = await database.query<{ kind: CorpusKind }>(CORPUS_KIND)
  if (!corpus) {
    throw new Error('corpus_state has no row')
  }
  return corpus.kind
}

/**
 * Prepares the corpus for a run, in the transaction of the run. A run on real data deletes the sample.
 *
 * @param sample whether the run reads sample data
 * @returns whether the corpus was a sample and has become the register
 * @throws SyncError if the run would load the sample into the register
 */
export async function prepareCorpus(transaction: Queryable, sample: boolean): Promise<boolean> {
  if (!sample) {
    const [corpus] = await transaction.query<{ ended: boolean }>(END_SAMPLE)
    return corpus?.ended ?? false
  }
  if ((await corpusKind(transaction)) === 'register') {
    throw new SyncError('not_a_sample', 'The corpus is the register; sample data is never loaded into it.')
  }
  return false
}
