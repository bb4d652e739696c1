import type { Scope } from '../../../schemas/catalogs.ts'
import { servingDatabase } from '../../db/serving.ts'
import { countAdmission } from '../../insights/metrics/admissions.ts'
import { type Admission, chargeOf, admit as decide, type KnownCaller, retryAfter } from '../../keys/admit.ts'
import { ApiError, toApiError } from '../../platform/errors.ts'
import { inTime } from './deadline.ts'
import type { Call, Middleware } from './middleware.ts'
import { returnLateUnit, returnUnit } from './refund.ts'

/**
 * Lets a call pass when its key is live, opens `scope` and has something left; charges it one unit, unless it tells by one
 * of its `knownStates` of the corpus that it knows the answer already.
 */
export const admit = <Event extends Call, Result>(
  scope: Scope,
  knownStates: (event: Event) => number[] = () => [],
): Middleware<Event, Result> => ({
  before: async ({ event, context, internal }) => {
    const call = { key: event.headers['x-api-key'], scope, knownStates: knownStates(event) }
    const admission = await inTime(context, decide(servingDatabase(), call), returnLate)
    countAdmission(admission)
    if (admission.verdict === 'unauthorized') {
      throw new ApiError('unauthorized')
    }
    event.caller = admission
    internal.charge = chargeOf(admission)
    refuse(admission, scope)
  },
  onError: async ({ error, event, internal }) => {
    if (toApiError(error).status >= 500) {
      await returnUnit(event, internal)
    }
  },
})

/** A grant that came after its request had been given up. */
function returnLate(admission: Admission): void {
  if (admission.verdict !== 'unauthorized') {
    returnLateUnit(chargeOf(admission))
  }
}

function refuse(caller: KnownCaller, scope: Scope): void {
  switch (caller.verdict) {
    case 'forbidden':
      throw new ApiError('forbidden', { message: `API key lacks required scope: ${scope}` })
    case 'rate_limited':
    case 'quota_exceeded':
      throw new ApiError(caller.verdict, { retryAfter: retryAfter(caller) })
  }
}
