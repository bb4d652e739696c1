import { toApiError, toErrorEnvelope } from '../../platform/errors.ts'
import { type HttpMiddleware, jsonResult } from './http.ts'

/** Renders a thrown error as the error envelope of the contract (docs/contract.md#errors). */
export const httpError = (): HttpMiddleware => ({
  onError: async (request) => {
    const error = toApiError(request.error)
    request.response = jsonResult(
      error.status,
      toErrorEnvelope(error, request.internal.requestId),
      error.headers,
    )
  },
})
