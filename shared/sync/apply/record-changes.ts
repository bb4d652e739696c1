import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { config } from '../../platform/config.ts'

const IS_LOAD = sqlFile(import.meta.url, 'is-load.sql', 'planned')
const INSERT_LOAD = sqlFile(import.meta.url, 'insert-load.sql', 'planned')
const INSERT_CHANGES = sqlFile(import.meta.url, 'insert-changes.sql', 'planned')
const DELETE_OLD_CHANGES = sqlFile(import.meta.url, 'delete-old-changes.sql', 'planned')

/**
 * Appends the changes of a run to the changes feed, in the transaction of the run, after it has staged its names
 * and before it updates the marks, and deletes the changes that are older than the feed keeps them (docs/decisions.md#changes).
 *
 * @param rules the rules of the names that it has staged; null if none
 * @param ended the sample has ended: no mark of it remains
 */
export async function recordChanges(
  transaction: Queryable,
  runId: number,
  rules: number | null,
  ended: boolean,
): Promise<void> {
  const [run] = await transaction.query<{ isLoad: boolean }>(IS_LOAD, { run_id: runId, ended })
  await transaction.query(run?.isLoad ? INSERT_LOAD : INSERT_CHANGES, { run_id: runId, rules })
  await transaction.query(DELETE_OLD_CHANGES, { kept_days: config().changesKeptDays })
}
