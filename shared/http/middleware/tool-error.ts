import { errorEnvelope, toApiError } from '../../platform/errors.ts'
import type { ToolMiddleware } from './tool-call.ts'

/** Turns whatever was thrown into an error result, which holds the one error envelope (docs/decisions.md#mcp). */
export const toolError = (): ToolMiddleware => ({
  onError: async (request) => {
    const error = toApiError(request.error)
    const text = JSON.stringify(errorEnvelope(error, request.internal.requestId))
    request.response = {
      result: { content: [{ type: 'text', text }], isError: true },
      ...(error.status === 429 ? { limited: error } : {}),
    }
  },
})
