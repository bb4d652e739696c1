import type { Queryable, Transaction } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { updatePersons } from './persons.ts'

const statement = (file: string) => sqlFile(import.meta.url, file, 'planned')

/** The statements of an update, in order. The old row of a changed mark must expire before the new row is added. */
const UPDATE = [
  'add-version.sql',
  'delete-expired-versions.sql',
  'delete-expired-marks.sql',
  'delete-expired-postings.sql',
  'expire-changed-marks.sql',
  'add-words.sql',
  'add-marks.sql',
].map(statement)

const CLEAR = statement('clear-index.sql')

/**
 * Updates the index entries of the marks that a run has changed. Called in the transaction of the run. Unchanged entries are
 * not written.
 *
 * @param version the version of the corpus that the transaction commits
 */
export async function updateIndex(
  transaction: Transaction,
  runId: number,
  version: number,
  signal: AbortSignal,
): Promise<void> {
  for (const each of UPDATE) {
    signal.throwIfAborted()
    await transaction.query(each, { run_id: runId, version })
  }
  signal.throwIfAborted()
  await updatePersons(transaction, runId)
}

/** Empties the index when the whole corpus is replaced. Paginations in progress continue in the new corpus. */
export async function clearIndex(transaction: Queryable): Promise<void> {
  await transaction.query(CLEAR)
}
