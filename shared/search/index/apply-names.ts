import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'

const statement = (file: string) => sqlFile(import.meta.url, file, 'planned')

/** In this order: a mark ends before it begins anew, and what has ended long ago is forgotten first. */
const APPLY = [
  'add-version.sql',
  'forget-past-versions.sql',
  'forget-past-marks.sql',
  'forget-past-postings.sql',
  'end-marks.sql',
  'add-words.sql',
  'add-marks.sql',
].map(statement)

const CLEAR = ['version', 'mark', 'posting', 'word'].map((table) => ({
  text: `delete from search.${table}`,
  parameters: [],
}))

/**
 * Brings the index up to what the corpus says of the marks that a run has changed, in the transaction that changed
 * them. Marks of which it holds the same cost no write.
 *
 * @param version of the corpus, once the transaction is done
 * @param signal aborted when the run is to stop
 */
export async function applyNames(
  transaction: Queryable,
  runId: number,
  version: number,
  signal: AbortSignal,
): Promise<void> {
  for (const each of APPLY) {
    signal.throwIfAborted()
    await transaction.query(each, { run_id: runId, version })
  }
}

/** Empties the index, where nothing of the corpus stays: no walk goes on in what it was. */
export async function clearIndex(transaction: Queryable): Promise<void> {
  for (const each of CLEAR) {
    await transaction.query(each)
  }
}
