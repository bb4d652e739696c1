import { toApiError, toErrorEnvelope } from '../../platform/errors.ts'
import type { ToolMiddleware } from './tool-call.ts'

/** Renders a thrown error as an error result with the error envelope (docs/decisions.md#mcp). */
export const toolError = (): ToolMiddleware => ({
  onError: async (request) => {
    const error = toApiError(request.error)
    const text = JSON.stringify(toErrorEnvelope(error, request.internal.requestId))
    request.response = {
      result: { content: [{ type: 'text', text }], isError: true },
      ...(error.status === 429 ? { limited: error } : {}),
    }
  },
})
