import { errorEnvelope as envelope, toApiError } from '../../platform/errors.ts'
import { type HttpMiddleware, jsonResult } from './http.ts'

/** Turns whatever was thrown into the one error envelope of the contract. */
export const errorEnvelope = (): HttpMiddleware => ({
  onError: async (request) => {
    const error = toApiError(request.error)
    request.response = jsonResult(error.status, envelope(error, request.internal.requestId), error.headers)
  },
})
