import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import type { StagedRun } from '../run.ts'

const UPDATE_CORPUS_DATE = sqlFile(import.meta.url, 'update-corpus-date.sql', 'planned')

/**
 * Sets the date of the corpus in the transaction of a run: every source has been read at least up to this day
 * (docs/decisions.md#requests: Date of the corpus). A run does not count if an error of its source ended it early, because
 * the edition is then incomplete.
 *
 * @returns whether the date has changed; if it has, the version of the corpus must change, too
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
