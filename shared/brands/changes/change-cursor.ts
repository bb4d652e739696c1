import type { Queryable, Values } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { type CursorPosition, readCursor, writeCursor } from '../../platform/cursor.ts'
import { ApiError } from '../../platform/errors.ts'

const FIND_POSITION = sqlFile(import.meta.url, 'find-position.sql', 'prepared')

/** A place in the changes feed: a change, and the microsecond at which its run was applied, which no other history has. */
export interface ChangePosition {
  readonly seq: number
  readonly stamp: number
}

/** A place that the feed has. */
export interface KnownPosition extends ChangePosition {
  /** Whether a new corpus was loaded since. */
  readonly isLoaded: boolean
  /** The present version of the corpus. */
  readonly version: number
}

/** A cursor belongs to the feed, not to the filters of a request: a reader may change them between two pages. */
const FEED = { operation: 'list-changes' }

/** Instants in microseconds have 16 digits. */
const INTEGER = /^\d{1,16}$/

const isPosition = (position: CursorPosition): boolean =>
  position.length === 2 && position.every((part) => INTEGER.test(part))

/** Writes the cursor of a position. */
export const writeChangeCursor = ({ seq, stamp }: ChangePosition): string =>
  writeCursor(FEED, [String(seq), String(stamp)])

/**
 * Returns the place of a cursor.
 *
 * @param cursor a `nextCursor` of the feed
 * @param field the parameter that has it
 * @throws validation_error for any other text; gone where the feed no longer has all changes since then, or was restored to
 * an earlier state
 */
export async function positionOfCursor(
  database: Queryable,
  cursor: string,
  field: string,
): Promise<KnownPosition> {
  const [seq, stamp] = readCursor(FEED, cursor, isPosition, field)
  return find(database, { seq, stamp, instant: null }, field)
}

/**
 * Returns the place behind the last change before an instant.
 *
 * @param field the parameter that has it
 * @throws gone for an instant before the changes that are kept
 */
export const positionOfInstant = (
  database: Queryable,
  instant: string,
  field: string,
): Promise<KnownPosition> => find(database, { seq: null, stamp: null, instant }, field)

async function find(database: Queryable, values: Values, field: string): Promise<KnownPosition> {
  const [found] = await database.query<Found>(FIND_POSITION, values)
  if (!found) {
    throw new Error('change_set has no row')
  }
  const { seq, stamp, keptSince, isLoaded, version } = found
  if (seq === null || stamp === null) {
    throw gone(`${field} is not in the changes that are kept, which begin at ${keptSince}`)
  }
  return { seq, stamp, isLoaded, version }
}

interface Found {
  readonly seq: number | null
  readonly stamp: number | null
  readonly keptSince: string
  readonly isLoaded: boolean
  readonly version: number
}

/** Returns the error of a reader that has missed changes. */
export const gone = (reason: string): ApiError =>
  new ApiError('gone', {
    message: `${reason}: start again with a later desde, and read all marks again`,
  })
