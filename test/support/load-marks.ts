import type { Database } from '../../shared/db/database.ts'
import { sqlFile } from '../../shared/db/sql-file.ts'
import type { SampleMark } from './marks.ts'

const LOAD = sqlFile(import.meta.url, 'load-marks.sql', 'planned')

/** Inserts marks into an empty corpus without a run, in one statement, for tests of reading. */
export async function loadMarks(database: Database, marks: SampleMark[]): Promise<void> {
  await database.query(LOAD, { marks: JSON.stringify(marks) })
}
