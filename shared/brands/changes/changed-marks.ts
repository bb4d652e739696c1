import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { validationError } from '../../platform/errors.ts'
import { isInstant } from '../../platform/validation.ts'
import { type MarksByWord, marksByWord } from '../../search/marks-by-word.ts'
import { windowCache } from '../../search/window-cache.ts'
import { gone, positionOfCursor, positionOfInstant } from './change-cursor.ts'

const CHANGED_MARKS = sqlFile(import.meta.url, 'changed-marks.sql', 'prepared')

/** The maximum number of changed marks for a search (docs/decisions.md#changes). */
const MOST_CHANGED = 20_000
/** The maximum number of cached cursors. The marks of one cursor take up to about 8 MB. */
const MOST_CURSORS = 8
const keepChanged = windowCache(MOST_CURSORS)

export interface ChangedMarks {
  /** The application numbers, as a PostgreSQL array in text form. */
  readonly numbers: string
  readonly names: MarksByWord
  readonly version: number
}

/**
 * Reads the marks that changed after a position in the feed.
 *
 * @param since a cursor of the feed, or an instant in RFC 3339
 * @param version a corpus version; changes of newer versions are ignored
 * @throws validation_error for an invalid `since`, or more than 20,000 marks
 * @throws gone if changes after the position were deleted, or a new corpus was loaded after the position
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
    throw gone(`a new corpus was loaded after ${field}`)
  }
  const until = version === undefined ? present : Math.min(Number(version), present)
  // The cache helps clients that watch many names: they send the same cursor with each name.
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
      const reason = `is too early, because more than ${MOST_CHANGED} marks have changed since then: use a later instant or cursor, or omit ${field}`
      throw validationError([{ field, reason }])
    }
    return { numbers: found.numbers, names: marksByWord(found.names ?? ''), version: until }
  })
}
