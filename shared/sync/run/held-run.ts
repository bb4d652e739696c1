import type { Source } from '../../../schemas/catalogs.ts'
import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { RunInput } from '../run.ts'

/** What an operator lets through: these contents, and the files that he had named for them. */
export interface Accepted {
  fingerprint: string
  input: RunInput | null
  /** The edition that it is. */
  sourceDate: string | null
}

interface Found extends Omit<Accepted, 'fingerprint'> {
  source: Source
  status: string
  fingerprint: string | null
}

const HELD_RUN = sqlFile(import.meta.url, 'held-run.sql', 'planned')

/**
 * What a run was held for, so that it can be let through.
 *
 * @throws OperatorError for a run of which there is nothing to accept
 */
export async function heldRun(database: Queryable, source: Source, runId: string): Promise<Accepted> {
  const [run] = await database.query<Found>(HELD_RUN, { run_id: runId })
  if (run === undefined) {
    throw new OperatorError(`There was no run ${runId}.`)
  }
  const { fingerprint, input, status, sourceDate } = run
  if (run.source !== source || status !== 'held' || fingerprint === null) {
    throw new OperatorError(
      `Run ${runId} is one of ${run.source} that is ${status}: only a run of ${source} that is held can be accepted.`,
    )
  }
  return { fingerprint, input, sourceDate }
}
