import type { Deprecation } from '../../../schemas/operations.ts'
import { ApiError } from '../../platform/errors.ts'
import { addressOf } from '../../platform/links.ts'
import { log } from '../../platform/logger.ts'
import { addHeaders } from './add-headers.ts'
import type { HttpMiddleware } from './http.ts'

/** The page of the versioning policy. */
const POLICY = '/docs/en/versioning'

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`)

/**
 * Ends an operation as it was announced (docs/decisions.md#versioning): until the day of its sunset it is answered, and a line a
 * day in the log names each consumer that still calls it; from then on it is gone.
 */
export function endOnItsDay(operation: string, { since, sunset, successor }: Deprecation): HttpMiddleware {
  const told = new Map<string, string>()
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
      if (caller && told.get(caller.consumer) !== today) {
        told.set(caller.consumer, today)
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

/** Tells in every answer that an operation is to end, when, and what takes its place. */
export const announceEnd = (deprecation: Deprecation): HttpMiddleware =>
  addHeaders(() => endHeaders(deprecation))

/** RFC 9745 and RFC 8594; the relations of links are those of RFC 9745, RFC 8594 and RFC 5829. */
const endHeaders = ({ since, sunset, successor }: Deprecation): Record<string, string> => ({
  deprecation: `@${midnight(since).getTime() / 1_000}`,
  sunset: midnight(sunset).toUTCString(),
  link: [
    `<${addressOf(successor)}>; rel="successor-version"`,
    `<${addressOf(POLICY)}>; rel="deprecation"; type="text/html"`,
    `<${addressOf(POLICY)}>; rel="sunset"; type="text/html"`,
  ].join(', '),
})
