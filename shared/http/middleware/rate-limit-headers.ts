import { BURST_SECONDS, type RemainingLimits } from '../../keys/remaining-limits.ts'
import { addHeaders } from './add-headers.ts'
import type { HttpMiddleware } from './http.ts'

/** Adds the remaining limits to every response to an active key, except a 503 (docs/decisions.md#requests: Limits reported). */
export const rateLimitHeaders = (): HttpMiddleware =>
  addHeaders(({ event: { caller }, response }) =>
    caller && response?.statusCode !== 503 ? headersOf(caller) : {},
  )

/**
 * Formats both limits as in draft-ietf-httpapi-ratelimit-headers-11: `q` is the quota, `w` the window in seconds, `r` the
 * remaining requests, and `t` the remaining seconds.
 */
const headersOf = (limits: RemainingLimits): Record<string, string> => ({
  'ratelimit-policy':
    `"burst";q=${limits.burstQuota};w=${BURST_SECONDS}, ` +
    `"month";q=${limits.monthQuota};w=${limits.monthSeconds}`,
  ratelimit:
    `"burst";r=${limits.burstLeft};t=${limits.burstEndsIn}, ` +
    `"month";r=${limits.monthLeft};t=${limits.monthEndsIn}`,
})
