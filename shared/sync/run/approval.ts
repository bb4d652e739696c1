import type { Source } from '../../../schemas/catalogs.ts'
import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { RunInput } from '../run.ts'

/** The data of a held run: a run that needs approval. */
export interface Approval {
  fingerprint: string
  /** The files that the operator named for the held run. */
  input: RunInput | null
  /** The newest edition that the held run has read, `YYYY-MM-DD`. */
  sourceDate: string | null
}

interface StoredRun extends Omit<Approval, 'fingerprint'> {
  source: Source
  status: string
  fingerprint: string | null
}

const RUN_TO_APPROVE = sqlFile(import.meta.url, 'run-to-approve.sql', 'planned')

/**
 * Returns the data of a held run.
 *
 * @throws OperatorError when the run is not a held run of `source`
 */
export async function approvalOf(database: Queryable, source: Source, runId: string): Promise<Approval> {
  const [run] = await database.query<StoredRun>(RUN_TO_APPROVE, { run_id: runId })
  if (run === undefined) {
    throw new OperatorError(`There is no run ${runId}.`)
  }
  const { fingerprint, input, status, sourceDate } = run
  if (run.source !== source || status !== 'held' || fingerprint === null) {
    throw new OperatorError(
      `Run ${runId} (${run.source}) has the status ${status}; only held runs of ${source} can be accepted.`,
    )
  }
  return { fingerprint, input, sourceDate }
}
