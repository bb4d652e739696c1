import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import type { Rejection } from '../run.ts'

/** One that was kept, with the name of its file. */
export interface KeptRejection extends Rejection {
  sheet: string
}

const KEEP_REJECTIONS = sqlFile(import.meta.url, 'keep-rejections.sql', 'planned')
const EXCLUDE_REJECTED = sqlFile(import.meta.url, 'exclude-rejected.sql', 'planned')
const LIST_REJECTIONS = sqlFile(import.meta.url, 'list-rejections.sql', 'planned')

/** Keeps rows of a sheet that cannot be used, at once: they stay when the run fails because of them. */
export async function keepRejections(
  database: Queryable,
  { runId, sheet }: { runId: number; sheet: string },
  rejections: readonly Rejection[],
): Promise<void> {
  if (rejections.length > 0) {
    await database.query(KEEP_REJECTIONS, {
      run_id: runId,
      sheet,
      row_numbers: rejections.map(({ rowNumber }) => rowNumber),
      numbers: rejections.map(({ nroSolicitud }) => nroSolicitud),
      reasons: rejections.map(({ reason }) => reason),
    })
  }
}

/**
 * Leaves out of their sheet, whole, the applications of which some staged row is rejected, and keeps their other
 * rows among the rejections.
 *
 * @param sheets names of the run's sheets, in their order
 * @returns how many rows more that are, by sheet (1 is the first)
 */
export const excludeRejected = (
  database: Queryable,
  runId: number,
  sheets: readonly string[],
): Promise<{ sheet: number; rejected: number }[]> =>
  database.query(EXCLUDE_REJECTED, { run_id: runId, sheets })

/** The rows that a run could not use; undefined where there was no such run. */
export async function listRejections(
  database: Queryable,
  runId: string,
): Promise<KeptRejection[] | undefined> {
  const [run] = await database.query<{ rejections: KeptRejection[] }>(LIST_REJECTIONS, { run_id: runId })
  return run?.rejections
}
