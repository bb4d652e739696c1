import { ApiError } from '../../platform/errors.ts'
import type { Call } from './middleware.ts'

/** The request headers that may contain the key. `Vary` lists them, because responses depend on the key. */
export const KEY_HEADERS = 'X-API-Key, Authorization'

/**
 * Returns the key of a call, from `X-API-Key` (docs/contract.md#authentication) or `Authorization: Bearer` (RFC 6750, 2.1).
 *
 * Other credentials in `Authorization` are ignored, because they belong to a proxy in front of the service.
 *
 * @throws unauthorized when both headers carry a key and the keys differ
 */
export function keyIn({ 'x-api-key': key, authorization }: Call['headers']): string | undefined {
  const bearer = BEARER_KEY.exec(authorization ?? '')?.groups?.key
  if (key !== undefined && bearer !== undefined && key !== bearer) {
    throw new ApiError('unauthorized')
  }
  return key ?? bearer
}

/** The name of a scheme is case-insensitive, and one or more spaces follow it (RFC 9110, 11.1 and 11.4). */
const BEARER_KEY = /^bearer +(?<key>tmk_.*)$/i
