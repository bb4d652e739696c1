import { BURST_SECONDS, type RemainingLimits } from '../../keys/remaining-limits.ts'
import { addHeaders } from './add-headers.ts'
import type { HttpMiddleware } from './http.ts'

/**
 * Reports the remaining limits in every response to an active key (docs/decisions.md#requests: Limits reported), except if the
 * request was refused because of overload.
 */
export const rateLimitHeaders = (): HttpMiddleware =>
  addHeaders(({ event: { caller }, response }) =>
    caller && response?.statusCode !== 503 ? headersOf(caller) : {},
  )

/** Formats both limits as in draft-ietf-httpapi-ratelimit-headers-11: quota and window, remaining requests and seconds left. */
const headersOf = (limits: RemainingLimits): Record<string, string> => ({
  'ratelimit-policy':
    `"burst";q=${limits.burstQuota};w=${BURST_SECONDS}, ` +
    `"month";q=${limits.monthQuota};w=${limits.monthSeconds}`,
  ratelimit:
    `"burst";r=${limits.burstLeft};t=${limits.burstEndsIn}, ` +
    `"month";r=${limits.monthLeft};t=${limits.monthEndsIn}`,
})
