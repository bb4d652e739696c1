import { BURST_SECONDS, type Limits } from '../../keys/limits.ts'
import { addHeaders } from './add-headers.ts'
import type { HttpMiddleware } from './http.ts'

/** Tells every caller with a live key where its limits are (docs/decisions.md#requests: Limits told). */
export const tellLimits = (): HttpMiddleware =>
  addHeaders(({ event: { caller } }) => (caller ? limitHeaders(caller) : {}))

/** Both limits as draft-ietf-httpapi-ratelimit-headers-11 writes them: quota and window, what is left and for how long. */
const limitHeaders = (limits: Limits): Record<string, string> => ({
  'ratelimit-policy':
    `"burst";q=${limits.burstQuota};w=${BURST_SECONDS}, ` +
    `"month";q=${limits.monthQuota};w=${limits.monthSeconds}`,
  ratelimit:
    `"burst";r=${limits.burstLeft};t=${limits.burstEndsIn}, ` +
    `"month";r=${limits.monthLeft};t=${limits.monthEndsIn}`,
})
