import type { Queryable, Values } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { type CursorPosition, readCursor, writeCursor } from '../../platform/cursor.ts'
import { ApiError } from '../../platform/errors.ts'

const FIND_POSITION = sqlFile(import.meta.url, 'find-position.sql', 'prepared')

/**
 * A position in the changes feed: the number of a change, and the time of its run in microseconds. The number alone does not
 * identify a change, because a restored database reuses numbers.
 */
export interface ChangePosition {
  readonly seq: number
  readonly stamp: number
}

/** A position that the feed still contains. */
export interface KnownPosition extends ChangePosition {
  /** Whether the feed has the load of a new corpus after this position. The position then belongs to an earlier corpus. */
  readonly isLoaded: boolean
  /** The current version of the corpus. */
  readonly version: number
}

/** A cursor does not depend on filters: a client may change the filters between two pages. */
const FEED = { operation: 'list-changes' }

/** Instants in microseconds have 16 digits. */
const INTEGER = /^\d{1,16}$/

const isPosition = (position: CursorPosition): boolean =>
  position.length === 2 && position.every((part) => INTEGER.test(part))

/** Writes the cursor of a position. */
export const writeChangeCursor = ({ seq, stamp }: ChangePosition): string =>
  writeCursor(FEED, [String(seq), String(stamp)])

/**
 * Returns the position of a cursor.
 *
 * @param cursor a `nextCursor` of the feed
 * @param field the name of the parameter with the cursor, for error messages
 * @throws validation_error if the text is not a cursor of the feed
 * @throws gone if the feed no longer has all changes after the cursor
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
 * Returns the position of the last change before an instant. The feed continues with the changes at the instant or later.
 *
 * @param field the name of the parameter with the instant, for error messages
 * @throws gone if the feed has deleted changes after the instant
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

/** Returns the error for a client that has missed changes. */
export const gone = (reason: string): ApiError =>
  new ApiError('gone', {
    message: `${reason}: read all marks again. Then continue from the instant when you began to read (desde or cambiadosDesde)`,
  })
