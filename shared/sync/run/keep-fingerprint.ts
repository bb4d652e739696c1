import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import type { StartedRun } from '../run.ts'

const KEEP_FINGERPRINT = sqlFile(import.meta.url, 'keep-fingerprint.sql', 'planned')

/** Tells what a run has read before it ends: an operator may accept it when a guard stops it. */
export const keepFingerprint = (database: Queryable, { id, taken }: StartedRun): Promise<unknown> =>
  database.query(KEEP_FINGERPRINT, { run_id: id, fingerprint: taken.fingerprint })
