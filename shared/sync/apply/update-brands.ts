import type { Transaction } from '../../db/database.ts'
import { type Statement, sqlFile } from '../../db/sql-file.ts'
import { RULES_VERSION } from '../../search/index/name-entry.ts'
import { stageNames } from '../../search/index/stage-names.ts'
import { recordChanges } from './record-changes.ts'
import { chooseIndexStrategy, refreshIndex } from './refresh-index.ts'

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')

const UPDATE_BRANDS = [
  'upsert-brands.sql',
  'upsert-details.sql',
  'delete-listing.sql',
  'upsert-listing.sql',
].map(statement)

/**
 * Applies the staged marks of a run to the brands, details, listing and search index. Called in the transaction of the run.
 *
 * @param changes the number of staged marks
 * @param ended whether the run has deleted the sample corpus
 * @returns whether the index was rebuilt; the replaced index must then be dropped after the transaction
 */
export async function updateBrands(
  transaction: Transaction,
  run: { id: number; signal: AbortSignal },
  changes: number,
  ended: boolean,
): Promise<boolean> {
  const strategy = await chooseIndexStrategy(transaction, changes)
  if (strategy === 'update') {
    await stageNames(transaction, run.id, run.signal)
  }
  if (changes > 0 || ended) {
    await recordChanges(transaction, run.id, strategy === 'update' ? RULES_VERSION : null, ended)
  }
  for (const each of UPDATE_BRANDS) {
    run.signal.throwIfAborted()
    await transaction.query(each, { run_id: run.id })
  }
  return refreshIndex(transaction, { runId: run.id, signal: run.signal }, strategy, ended)
}
