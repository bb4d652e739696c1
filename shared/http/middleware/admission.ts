import type { Scope } from '../../../schemas/catalogs.ts'
import { servingDatabase } from '../../db/serving.ts'
import { countAdmission } from '../../insights/metrics/admissions.ts'
import { admissionQueue } from '../../keys/admission-queue.ts'
import { type Admission, type Caller, chargeOf, retryAfter } from '../../keys/admit.ts'
import { ApiError, toApiError } from '../../platform/errors.ts'
import { withinDeadline } from './deadline.ts'
import { keyIn } from './key-of-call.ts'
import { type Call, isWarmUp, type Middleware } from './middleware.ts'
import { refundAbandonedCall, refundCall } from './refund.ts'

/**
 * Authenticates, authorizes and meters a call. The key must be active, have `scope`, and have requests left in its burst limit
 * and its quota. A call whose cached response is still valid is not charged to the quota.
 *
 * @param isRefunded returns whether the charge to the quota is refunded after an error
 */
export const admission = <Event extends Call, Result>(
  scope: Scope,
  isRefunded: (error: ApiError) => boolean = isServerError,
): Middleware<Event, Result> => ({
  before: async ({ event, context, internal }) => {
    const call = { key: keyIn(event.headers), scope, cachedVersions: event.cachedVersions ?? [] }
    const decision = admissionQueue(servingDatabase()).admit(call)
    const admitted = await withinDeadline(context, decision, refundLateAdmission)
    if (!isWarmUp(context)) countAdmission(admitted)
    if (admitted.verdict === 'unauthorized') {
      event.caller = null
      throw new ApiError('unauthorized')
    }
    event.caller = admitted
    internal.charge = chargeOf(admitted)
    throwIfRefused(admitted, scope)
  },
  onError: async ({ error, event, internal }) => {
    if (isRefunded(toApiError(error))) {
      await refundCall(event, internal)
    }
  },
})

const isServerError = ({ status }: ApiError): boolean => status >= 500

/**
 * Returns whether a tool call is refunded: after a server error or a mistake in the arguments. Mistakes are refunded because
 * users cannot prevent mistakes of a model (docs/decisions.md#keys-limits: What spends a unit).
 */
export const isServerErrorOrMistake = (error: ApiError): boolean =>
  isServerError(error) || error.code === 'validation_error'

/** Refunds a call whose admission completed after the deadline of the call. */
function refundLateAdmission(admitted: Admission): void {
  if (admitted.verdict !== 'unauthorized') {
    refundAbandonedCall(chargeOf(admitted))
  }
}

function throwIfRefused(caller: Caller, scope: Scope): void {
  switch (caller.verdict) {
    case 'forbidden':
      throw new ApiError('forbidden', { message: `API key lacks required scope: ${scope}` })
    case 'rate_limited':
    case 'quota_exceeded':
      throw new ApiError(caller.verdict, { retryAfter: retryAfter(caller) })
  }
}
