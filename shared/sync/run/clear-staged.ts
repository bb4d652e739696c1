import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'

const CLEAR_STAGED = sqlFile(import.meta.url, 'clear-staged.sql', 'planned')
const BEGIN_STAGING = sqlFile(import.meta.url, 'begin-staging.sql', 'planned')

/**
 * Deletes the staged rows of runs that are over.
 *
 * @param comparedRunId also deletes what this run has staged by comparing, so that it can compare again
 */
export async function clearStaged(database: Queryable, comparedRunId: number | null = null): Promise<void> {
  await database.query(CLEAR_STAGED, { compared_run_id: comparedRunId })
}

/** Marks that a run has begun to stage. The mark is lost with the staged rows, because their tables are unlogged. */
export async function beginStaging(database: Queryable, runId: number): Promise<void> {
  await database.query(BEGIN_STAGING, { run_id: runId })
}
