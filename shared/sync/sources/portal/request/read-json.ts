import { parseJson } from '../parse-json.ts'
import { UnreadableResponse } from './unreadable-response.ts'

/** A JSON object with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>

/** The maximum depth of nested values. Known responses nest five levels deep. */
const MOST_DEPTH = 32

const invalidJson = (): UnreadableResponse => new UnreadableResponse('The portal answered with invalid JSON.')

/**
 * Parses untrusted JSON. Limits the depth to protect recursive functions. Removes `__proto__` fields, which could become the
 * prototype of a copy.
 *
 * @throws UnreadableResponse. The message does not quote the JSON, which may contain secrets of the session.
 */
function parseUntrusted(text: string): unknown {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    throw invalidJson()
  }
  sanitize(value, MOST_DEPTH)
  return value
}

function sanitize(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) {
    return
  }
  if (depth === 0) {
    throw invalidJson()
  }
  Reflect.deleteProperty(value, '__proto__')
  for (const each of Object.values(value)) {
    sanitize(each, depth - 1)
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the payload of a response to a page method (ASP.NET). The payload is the value of `d`: an object, or a string with
 * JSON. If the body has no `d`, as in an error response of the server, the payload is the whole body.
 *
 * @throws UnreadableResponse
 */
export function readPayload(text: string): Fields {
  const body = parseUntrusted(text)
  const inner = isFields(body) && 'd' in body ? body.d : body
  const payload = typeof inner === 'string' ? parseUntrusted(inner) : inner
  if (!isFields(payload)) {
    throw new UnreadableResponse('The portal answered with JSON that is not an object.')
  }
  return payload
}

/**
 * Returns the error message of a payload; undefined if there is no error.
 *
 * @throws UnreadableResponse for an error that is not text
 */
export function errorMessageOf(payload: Fields): string | undefined {
  const { ErrorMessage: error, Message: message } = payload
  if (typeof error === 'string' && error.trim() !== '') {
    return error
  }
  if (typeof error !== 'string' && error) {
    throw new UnreadableResponse('The portal answered with an error without a message.')
  }
  const hasData = 'Marca' in payload || 'Marcas' in payload
  return typeof message === 'string' && !hasData ? message : undefined
}
