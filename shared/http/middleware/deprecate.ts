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
 * Ends an operation at its sunset (docs/decisions.md#versioning): until then it logs each consumer that still calls it,
 * once a day; from then on it answers 410.
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
        throw new ApiError('gone', { message: `This operation has ended: use ${successor}` })
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

/** Adds the end of an operation and its successor to every response. */
export const deprecationHeaders = (deprecation: Deprecation): HttpMiddleware =>
  addHeaders(() => headersOf(deprecation))

/** Follows RFC 9745 and RFC 8594; RFC 5829 defines the link relation `successor-version`. */
const headersOf = ({ since, sunset, successor }: Deprecation): Record<string, string> => ({
  deprecation: `@${midnight(since).getTime() / 1_000}`,
  sunset: midnight(sunset).toUTCString(),
  link: [
    `<${addressOf(successor)}>; rel="successor-version"`,
    `<${addressOf(POLICY)}>; rel="deprecation"; type="text/html"`,
    `<${addressOf(POLICY)}>; rel="sunset"; type="text/html"`,
  ].join(', '),
})
