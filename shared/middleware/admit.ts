import { setTimeout as wait } from 'node:timers/promises'
import type { Scope } from '../../schemas/catalogs.ts'
import { type Admission, admit as decide, giveBack } from '../access/admit.ts'
import { servingDatabase } from '../db/serving.ts'
import { ApiError, toApiError } from '../errors.ts'
import { inTime } from './deadline.ts'
import type { Call, Middleware } from './middleware.ts'

/** How long an answer that failed already waits for its unit to be given back. */
const GIVE_BACK_TIMEOUT_MS = 1_000

/** Lets a call pass when its key is live, opens `scope` and has something left; charges it one unit. */
export const admit = <Event extends Call, Result>(scope: Scope): Middleware<Event, Result> => ({
  before: async ({ event, context, internal }) => {
    const deciding = decide(servingDatabase(), { key: event.headers['x-api-key'], scope })
    const admission = await inTime(context, deciding, returnUnit)
    if (admission.verdict !== 'unauthorized') {
      internal.keyId = admission.keyId
    }
    if (admission.verdict !== 'granted') {
      throw refusal(admission, scope)
    }
    internal.charge = admission
  },
  onError: async ({ error, internal }) => {
    if (internal.charge && toApiError(error).status >= 500) {
      // A database that cannot be reached keeps the unit: it may be lost to the client, never to the count.
      const returned = giveBack(servingDatabase().aside, internal.charge).catch(() => {})
      await Promise.race([returned, wait(GIVE_BACK_TIMEOUT_MS, undefined, { ref: false })])
    }
  },
})

/** A grant that came after its request had been given up. */
function returnUnit(admission: Admission): void {
  if (admission.verdict === 'granted') {
    giveBack(servingDatabase().aside, admission).catch(() => {})
  }
}

function refusal(admission: Exclude<Admission, { verdict: 'granted' }>, scope: Scope): ApiError {
  switch (admission.verdict) {
    case 'unauthorized':
      return new ApiError('unauthorized')
    case 'forbidden':
      return new ApiError('forbidden', { message: `API key lacks required scope: ${scope}` })
    default:
      return new ApiError(admission.verdict, { retryAfter: admission.retryAfter })
  }
}
