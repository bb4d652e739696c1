import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { config } from '../../platform/config.ts'

const IS_LOAD = sqlFile(import.meta.url, 'is-load.sql', 'planned')
const INSERT_LOAD = sqlFile(import.meta.url, 'insert-load.sql', 'planned')
const INSERT_CHANGES = sqlFile(import.meta.url, 'insert-changes.sql', 'planned')
const DELETE_OLD_CHANGES = sqlFile(import.meta.url, 'delete-old-changes.sql', 'planned')

/**
 * Appends the changes of a run to the changes feed, and deletes changes that are too old for the feed
 * (docs/decisions.md#changes). Called in the transaction of the run, after names are staged and before marks are updated.
 *
 * @param rules the RULES_VERSION of the staged names; null if no names are staged
 * @param ended whether the run has deleted the sample
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
