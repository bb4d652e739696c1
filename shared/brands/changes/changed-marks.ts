import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { validationError } from '../../platform/errors.ts'
import { isInstant } from '../../platform/validation.ts'
import { type MarksByWord, marksByWord } from '../../search/marks-by-word.ts'
import { windowCache } from '../../search/window-cache.ts'
import { gone, positionOfCursor, positionOfInstant } from './change-cursor.ts'

const CHANGED_MARKS = sqlFile(import.meta.url, 'changed-marks.sql', 'prepared')

/** The maximum number of changed marks to which a search can be restricted (docs/decisions.md#changes). */
const MOST_CHANGED = 20_000
/** The maximum number of cursors whose changed marks are cached. The cached marks of one cursor take up to about 8 MB. */
const MOST_CURSORS = 8
const keepChanged = windowCache(MOST_CURSORS)

/** The marks that have changed since a position in the changes feed, up to a version of the corpus. */
export interface ChangedMarks {
  /** The application numbers, each once, as a PostgreSQL array in text form. */
  readonly numbers: string
  readonly names: MarksByWord
  readonly version: number
}

/**
 * Reads the marks that have changed since a position in the changes feed.
 *
 * @param since a cursor of the feed, or an instant in RFC 3339
 * @param version the corpus version up to which changes count; the present version if undefined
 * @throws validation_error if `since` is neither a cursor nor an instant, or if more than 20,000 marks have changed
 * @throws gone if changes after `since` were deleted, or if a new corpus was loaded after `since`
 */
export async function changedMarks(
  database: Queryable,
  since: string,
  version: string | undefined,
): Promise<ChangedMarks> {
  const field = 'cambiadosDesde'
  const find = isInstant(since) ? positionOfInstant : positionOfCursor
  const { seq, stamp, isLoaded, version: present } = await find(database, since, field)
  if (isLoaded) {
    throw gone(`${field} is from before a new corpus was loaded`)
  }
  const until = version === undefined ? present : Math.min(Number(version), present)
  // A client that watches many names sends the same cursor with each name.
  return keepChanged(database, JSON.stringify([field, stamp, seq, until]), async () => {
    const [found] = await database.query<{ numbers: string; count: number; names: string | null }>(
      CHANGED_MARKS,
      {
        after: seq,
        version: until,
        most: MOST_CHANGED + 1,
      },
    )
    if (!found) {
      throw new Error('changed-marks.sql has returned no row')
    }
    if (found.count > MOST_CHANGED) {
      const reason = `has more than ${MOST_CHANGED} changed marks after it: use a later instant or cursor, or omit it`
      throw validationError([{ field, reason }])
    }
    return { numbers: found.numbers, names: marksByWord(found.names ?? ''), version: until }
  })
}
