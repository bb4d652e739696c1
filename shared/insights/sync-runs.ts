import type { SyncRun, SyncRunPage, SyncRunQuery } from '../../schemas/insight.ts'
import { runFilters } from '../../schemas/query-parameters.ts'
import type { Queryable } from '../db/database.ts'
import { filterValues } from '../db/filter-values.ts'
import { sqlFile } from '../db/sql-file.ts'
import { type CursorPosition, readCursor, writeCursor } from '../platform/cursor.ts'

const LIST = sqlFile(import.meta.url, 'list-sync-runs.sql', 'planned')

/** The id of a run: at most 18 digits, which always fit a bigint of PostgreSQL. */
const RUN_ID = /^[0-9]{1,18}$/

/**
 * Returns one page of the history of runs, newest first (docs/decisions.md#records). Each page continues after the last run of
 * the previous page, so that new runs do not shift the pages.
 *
 * @throws validation_error for a cursor that this service did not write, or that belongs to other filters
 */
export async function listSyncRuns(database: Queryable, input: SyncRunQuery): Promise<SyncRunPage> {
  const { limit, cursor, ...filters } = input
  const request = { operation: 'list-sync-runs', ...filters }
  const [before] = cursor === undefined ? [] : readCursor(request, cursor, isRun)
  const found = await database.query<SyncRun>(LIST, { ...filterValues(runFilters, filters), before, limit })
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: last && found.length > limit ? writeCursor(request, [last.id]) : null }
}

/** Returns whether a cursor position is the id of a run. */
const isRun = ([id = '', ...rest]: CursorPosition): boolean => RUN_ID.test(id) && rest.length === 0
