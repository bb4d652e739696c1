import type { Deprecation } from '../../../schemas/operations.ts'
import { ApiError } from '../../platform/errors.ts'
import { addressOf } from '../../platform/links.ts'
import { log } from '../../platform/logger.ts'
import { addHeaders } from './add-headers.ts'
import type { HttpMiddleware } from './http.ts'

/** The documentation page of the versioning policy. */
const POLICY = '/docs/en/versioning'

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`)

/**
 * Logs calls of a deprecated operation, with one line per consumer and day. From the sunset date on, answers 410
 * (docs/decisions.md#versioning).
 */
export function endAtSunset(operation: string, { since, sunset, successor }: Deprecation): HttpMiddleware {
  const loggedOn = new Map<string, string>()
  return {
    before: async ({ event: { caller } }) => {
      const now = new Date()
      if (now < midnight(since)) {
        return
      }
      if (now >= midnight(sunset)) {
        throw new ApiError('gone', { message: `This operation is no longer available: use ${successor}` })
      }
      const today = now.toISOString().slice(0, 10)
      if (caller && loggedOn.get(caller.consumer) !== today) {
        loggedOn.set(caller.consumer, today)
        const { consumer, keyId } = caller
        log().warn('deprecated operation called', {
          operation,
          consumer,
          keyId,
          sunset,
        })
      }
    },
  }
}

/** Adds headers with the dates of deprecation and sunset, and with the successor, to every response. */
export const deprecationHeaders = (deprecation: Deprecation): HttpMiddleware =>
  addHeaders(() => headersOf(deprecation))

/** Returns `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`. RFC 5829 defines the link relation `successor-version`. */
const headersOf = ({ since, sunset, successor }: Deprecation): Record<string, string> => ({
  deprecation: `@${midnight(since).getTime() / 1_000}`,
  sunset: midnight(sunset).toUTCString(),
  link: [
    `<${addressOf(successor)}>; rel="successor-version"`,
    `<${addressOf(POLICY)}>; rel="deprecation"; type="text/html"`,
    `<${addressOf(POLICY)}>; rel="sunset"; type="text/html"`,
  ].join(', '),
})
