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
  path: readable(event.rawPath),
  status: response?.statusCode,
  durationMs: Math.round((performance.now() - internal.startedAt) * 10) / 10,
  ...(internal.keyId ? { keyId: internal.keyId } : {}),
})

/** A path with its percent sequences undone, however often, so that nothing hides behind them from the log's filter. */
function readable(path: string): string {
  const once = path.replaceAll(/%([0-9a-f]{2})/gi, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  )
  return once === path ? path.replaceAll(/\p{Cc}/gu, '').slice(0, 200) : readable(once)
}
