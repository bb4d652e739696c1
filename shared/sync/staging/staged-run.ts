import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { SyncError } from '../sync-error.ts'

const DELETE_STAGED = sqlFile(import.meta.url, 'delete-staged.sql', 'planned')
const STAGED_RUN = sqlFile(import.meta.url, 'staged-run.sql', 'planned')
const INSERT_STAGED_RUN = sqlFile(import.meta.url, 'insert-staged-run.sql', 'planned')

/** Deletes the staged rows of runs that have ended. */
export async function deleteStaged(database: Queryable): Promise<void> {
  await database.query(DELETE_STAGED)
}

/**
 * Inserts a marker row for a run. A crash of the database server deletes this row together with all staged rows,
 * because their tables are unlogged.
 */
export async function startStaging(database: Queryable, runId: number): Promise<void> {
  await database.query(INSERT_STAGED_RUN, { run_id: runId })
}

/**
 * Checks that no crash of the database server has deleted the staged rows of a run.
 *
 * @throws SyncError `interrupted` if the marker row of the run is missing
 */
export async function assertStaged(transaction: Queryable, runId: number): Promise<void> {
  const [run] = await transaction.query(STAGED_RUN, { run_id: runId })
  if (run === undefined) {
    throw new SyncError(
      'interrupted',
      'The database lost the staged rows of the run; nothing of it was applied.',
    )
  }
}
