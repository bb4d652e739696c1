import type { Queryable, Values } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { type CursorPosition, readCursor, writeCursor } from '../../platform/cursor.ts'
import { ApiError } from '../../platform/errors.ts'

const FIND_POSITION = sqlFile(import.meta.url, 'find-position.sql', 'prepared')

/**
 * Identifies a change by its number (`seq`) and by the time when it was applied (`stamp`, in microseconds).
 * The number is not enough: after a restore of a backup, new changes get the numbers of lost changes.
 */
export interface ChangePosition {
  readonly seq: number
  readonly stamp: number
}

/** A position that the feed still contains. `version` is the present version of the corpus. */
export interface KnownPosition extends ChangePosition {
  /** True if a new corpus was loaded after this position. */
  readonly isLoaded: boolean
  readonly version: number
}

/** Identifies this feed in a cursor. Contains no filters, because a client may change the filters between pages. */
const FEED = { operation: 'list-changes' }

/** Instants in microseconds have 16 digits. */
const INTEGER = /^\d{1,16}$/

const isPosition = (position: CursorPosition): boolean =>
  position.length === 2 && position.every((part) => INTEGER.test(part))

export const writeChangeCursor = ({ seq, stamp }: ChangePosition): string =>
  writeCursor(FEED, [String(seq), String(stamp)])

/**
 * Returns the position of a cursor.
 *
 * @param field the parameter name in error messages
 * @throws validation_error for an invalid cursor
 * @throws gone if the feed lacks the change of the cursor, or lacks changes after the cursor
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
 * Returns the position of the last change before an instant.
 *
 * @param field the parameter name in error messages
 * @throws gone if changes after the instant were deleted
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
    throw gone(`${field} is not in the changes feed, whose changes begin at ${keptSince}`)
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
    message: `${reason}: read all marks again. Then continue from the instant when you began to read: send this instant as desde or cambiadosDesde`,
  })
