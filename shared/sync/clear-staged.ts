import type { Queryable } from '../db/database.ts'
import { type Statement, sqlFile } from '../db/sql-file.ts'

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')

/** What a run has read. */
const READ = ['merge/clear-runs.sql', 'merge/clear-rows.sql', 'merge/clear-entries.sql'].map(statement)
/** What came of comparing it with the corpus. */
const COMPARED = ['merge/clear-marks.sql', 'merge/clear-names.sql', 'merge/clear-words.sql'].map(statement)

const BEGIN_STAGING: Statement = {
  text: 'insert into staged_run (run_id) values ($1)',
  parameters: ['run_id'],
}

/** Clears what runs that are over have left behind in the room beside the corpus. */
export async function clearStaged(database: Queryable): Promise<void> {
  for (const each of [...READ, ...COMPARED]) {
    await database.query(each)
  }
}

/** Says that a run is about to stage: for as long as nothing of it is lost. */
export async function beginStaging(database: Queryable, runId: number): Promise<void> {
  await database.query(BEGIN_STAGING, { run_id: runId })
}

/** Clears what a run has compared, so that it can compare once more. */
export async function clearCompared(database: Queryable, runId: number): Promise<void> {
  for (const each of COMPARED) {
    await database.query(each, { run_id: runId })
  }
}
