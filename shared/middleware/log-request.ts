import { toApiError } from '../errors.ts'
import { log } from '../logger.ts'
import type { HttpMiddleware } from './http.ts'

type Request = Parameters<NonNullable<HttpMiddleware['after']>>[0]

/** Writes one line a request: what was asked, by which key, what came of it. Failures of ours come with their cause. */
export const logRequest = (operation: string): HttpMiddleware => ({
  before: async ({ internal }) => {
    internal.startedAt = performance.now()
  },
  after: async (request) => {
    log().info('request', facts(operation, request))
  },
  onError: async (request) => {
    const error = toApiError(request.error)
    const line = { ...facts(operation, request), code: error.code }
    if (error.status >= 500) {
      log().error('request failed', { ...line, error: error.cause ?? error })
    } else {
      log().info('request', line)
    }
  },
})

const facts = (operation: string, { event, response, internal }: Request) => ({
  requestId: internal.requestId,
  operation,
  method: event.requestContext.http.method,
  path: event.rawPath.slice(0, 200),
  status: response?.statusCode,
  durationMs: Math.round((performance.now() - internal.startedAt) * 10) / 10,
  ...(internal.keyId ? { keyId: internal.keyId } : {}),
})
