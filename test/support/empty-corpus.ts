import { BACKED_UP } from '../../shared/backup/tables.ts'
import type { Database } from '../../shared/db/database.ts'

/** The tables that runs fill, without the search index and the two tables with a single row. */
const TABLES = [...BACKED_UP.corpus.filter((table) => !table.endsWith('_state')), 'brand_listing']

/** Empties the corpus and the history of its runs. For few rows, `delete` is 20 times as fast as `truncate`. */
export const emptyCorpus = (owner: Database): Promise<unknown> =>
  owner.query({
    text: `with ${TABLES.map((table) => `of_${table} as (delete from ${table})`).join(', ')} select`,
    parameters: [],
  })
