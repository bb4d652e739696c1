import { digest as digestOf } from './digest.ts'
import { validationError } from './errors.ts'

/** The part of a cursor that names a place in an order: the sort key of the last item that was seen. */
export type Place = readonly string[]

/** Changes when the meaning of a place does: older cursors are then refused in words, never misread. */
const VERSION = '2'
const SEPARATOR = ' '

/**
 * Writes a cursor: opaque, base64url, and bound to the request that it goes on with.
 *
 * @param request what the walk is over: the operation and all its parameters that decide what comes in which order
 * @param place texts without spaces
 */
export function writeCursor(request: object, place: Place): string {
  const body = [VERSION, fingerprint(request), ...place].join(SEPARATOR)
  return Buffer.from(`${body}${SEPARATOR}${digest(body)}`).toString('base64url')
}

/**
 * Reads a cursor back. The checksum finds what was cut, altered or mistyped; it is no secret, since a place in an
 * order tells nothing that the listing itself does not.
 *
 * @param isPlace whether a place is one of the order that is walked
 * @throws validation_error for what this service did not write, or wrote for another request
 */
export function readCursor(
  request: object,
  cursor: string,
  isPlace: (place: Place) => boolean = () => true,
): Place {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const end = text.lastIndexOf(SEPARATOR)
  const body = text.slice(0, end)
  if (Buffer.from(text, 'latin1').toString('base64url') !== cursor || text.slice(end + 1) !== digest(body)) {
    throw refusal(DAMAGED)
  }
  const [version, of, ...place] = body.split(SEPARATOR)
  if (version !== VERSION) {
    throw refusal('was made by another version of this service: start again without it')
  }
  if (of !== fingerprint(request)) {
    throw refusal('belongs to a request with other parameters')
  }
  if (!isPlace(place)) {
    throw refusal(DAMAGED)
  }
  return place
}

const DAMAGED = 'is damaged: pass nextCursor back unchanged'

const refusal = (reason: string) => validationError([{ field: 'cursor', reason }])

const digest = (text: string): string => digestOf(text, 8)

/** The same for the same parameters, whatever their order; a parameter that is not there does not count. */
const fingerprint = (request: object): string =>
  digest(
    JSON.stringify(
      Object.entries(request)
        .filter(([, value]) => value !== undefined)
        .sort(),
    ),
  )
