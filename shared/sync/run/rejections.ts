import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import type { Rejection } from '../run.ts'
import { MAX_SUSPECT_SHARE, MIN_SUSPECTS } from './quality-gates.ts'

/** A stored rejection. `sheet` is the name of the file, or `portal`. */
export interface StoredRejection extends Rejection {
  sheet: string
}

const SAVE_REJECTIONS = sqlFile(import.meta.url, 'save-rejections.sql', 'planned')
const REJECT_CONTRADICTIONS = sqlFile(import.meta.url, 'reject-contradictions.sql', 'planned')
const REJECT_ODD_ROWS = sqlFile(import.meta.url, 'reject-odd-rows.sql', 'planned')
const EXCLUDE_REJECTED = sqlFile(import.meta.url, 'exclude-rejected.sql', 'planned')
const LIST_REJECTIONS = sqlFile(import.meta.url, 'list-rejections.sql', 'planned')

export async function saveRejections(
  database: Queryable,
  { runId, sheet }: { runId: number; sheet: string },
  rejections: readonly Rejection[],
): Promise<void> {
  if (rejections.length > 0) {
    await database.query(SAVE_REJECTIONS, {
      run_id: runId,
      sheet,
      row_numbers: rejections.map(({ rowNumber }) => rowNumber),
      numbers: rejections.map(({ nroSolicitud }) => nroSolicitud),
      reasons: rejections.map(({ reason }) => reason),
    })
  }
}

interface RejectedOfSheet {
  /** The position of the sheet in the run, from 1. */
  sheet: number
  /** The number of rejected rows. */
  rejected: number
  /** The first three rejected rows. */
  first: Rejection[]
}

/**
 * Rejects all staged rows of an application in a sheet if its number or a day is implausible
 * (docs/decisions.md#synchronization: Odd numbers and days).
 *
 * @param sheets the names of the sheets, in order
 * @param fewest an error in fewer rows of a sheet counts as rare (see reject-odd-rows.sql)
 */
export const rejectOddRows = (
  database: Queryable,
  runId: number,
  sheets: readonly string[],
  fewest = MIN_SUSPECTS,
): Promise<(RejectedOfSheet & { numbers: string[] })[]> =>
  database.query(REJECT_ODD_ROWS, { run_id: runId, sheets, fewest, share: MAX_SUSPECT_SHARE })

/**
 * Rejects all staged rows of an application if its rows in one sheet contradict each other
 * (docs/decisions.md#synchronization: Several rows of one application).
 */
export const rejectContradictions = (
  database: Queryable,
  runId: number,
  sheets: readonly string[],
): Promise<RejectedOfSheet[]> => database.query(REJECT_CONTRADICTIONS, { run_id: runId, sheets })

/**
 * If a row of an application was rejected, rejects all other rows of this application in the same sheet.
 *
 * @returns for each sheet (from 1), the number of rows that this call rejects
 */
export const excludeRejected = (
  database: Queryable,
  runId: number,
  sheets: readonly string[],
): Promise<{ sheet: number; rejected: number }[]> =>
  database.query(EXCLUDE_REJECTED, { run_id: runId, sheets })

/** Returns the rejected rows of a run; undefined if the run does not exist. */
export async function listRejections(
  database: Queryable,
  runId: string,
): Promise<StoredRejection[] | undefined> {
  const [run] = await database.query<{ rejections: StoredRejection[] }>(LIST_REJECTIONS, { run_id: runId })
  return run?.rejections
}
