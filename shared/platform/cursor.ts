import { digest as digestOf } from './digest.ts'
import { validationError } from './errors.ts'

/** The position that a cursor contains: the sort key of the last item of a page. */
export type CursorPosition = readonly string[]

/** Increase this version when the meaning of a position changes, so that old cursors are refused. */
const VERSION = '2'
const SEPARATOR = ' '

/**
 * Returns a cursor in base64url. The cursor is valid only for `request`.
 *
 * @param request the operation and all parameters that determine the listing
 * @param position texts without spaces
 */
export function writeCursor(request: object, position: CursorPosition): string {
  const body = [VERSION, fingerprint(request), ...position].join(SEPARATOR)
  return Buffer.from(`${body}${SEPARATOR}${digest(body)}`).toString('base64url')
}

/**
 * Returns the position that a cursor contains. The checksum of a cursor needs no secret, because a client with a forged
 * cursor can read only data of the same listing.
 *
 * @param isPosition returns whether the listing can use a position
 * @throws validation_error for a cursor that this service did not write, or wrote for another request
 */
export function readCursor(
  request: object,
  cursor: string,
  isPosition: (position: CursorPosition) => boolean = () => true,
  field = 'cursor',
): CursorPosition {
  const refusal = (reason: string) => validationError([{ field, reason }])
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const end = text.lastIndexOf(SEPARATOR)
  const body = text.slice(0, end)
  if (Buffer.from(text, 'latin1').toString('base64url') !== cursor || text.slice(end + 1) !== digest(body)) {
    throw refusal(DAMAGED)
  }
  const [version, requestDigest, ...position] = body.split(SEPARATOR)
  if (version !== VERSION) {
    throw refusal('was created by another version of this service: start again without a cursor')
  }
  if (requestDigest !== fingerprint(request)) {
    throw refusal('belongs to a request with other parameters')
  }
  if (!isPosition(position)) {
    throw refusal(DAMAGED)
  }
  return position
}

const DAMAGED = 'is damaged: send nextCursor unchanged'

const digest = (text: string): string => digestOf(text, 8)

/** Returns a digest that does not depend on the order of the parameters. */
const fingerprint = (request: object): string =>
  digest(
    JSON.stringify(
      Object.entries(request)
        .filter(([, value]) => value !== undefined)
        .sort(),
    ),
  )
