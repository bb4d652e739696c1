import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'

const DELETE_STAGED = sqlFile(import.meta.url, 'delete-staged.sql', 'planned')
const INSERT_STAGED_RUN = sqlFile(import.meta.url, 'insert-staged-run.sql', 'planned')

/**
 * Deletes the staged rows of runs that have ended.
 *
 * @param comparedRunId a run whose staged differences are deleted too, so that it can compare again
 */
export async function deleteStaged(database: Queryable, comparedRunId: number | null = null): Promise<void> {
  await database.query(DELETE_STAGED, { compared_run_id: comparedRunId })
}

/** Inserts the row that proves that nothing staged was lost: a crash of the server empties all unlogged tables. */
export async function startStaging(database: Queryable, runId: number): Promise<void> {
  await database.query(INSERT_STAGED_RUN, { run_id: runId })
}
