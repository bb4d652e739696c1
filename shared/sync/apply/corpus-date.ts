import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import type { StagedRun } from '../run.ts'

const UPDATE_CORPUS_DATE = sqlFile(import.meta.url, 'update-corpus-date.sql', 'planned')

/**
 * Sets the date of the corpus: the earliest day of all sources that have a day
 * (docs/decisions.md#requests: Date of the corpus). Called in the transaction of a run. A run that stopped early does not
 * count, because it has not read the whole source.
 *
 * @returns whether the date has changed; the version of the corpus must then change, too
 */
export async function updateCorpusDate(
  transaction: Queryable,
  { id, summary, stopped }: Pick<StagedRun, 'id' | 'summary' | 'stopped'>,
): Promise<boolean> {
  const changed = await transaction.query(UPDATE_CORPUS_DATE, {
    run_id: id,
    source_date: stopped === undefined ? summary.sourceDate : null,
  })
  return changed.length > 0
}
