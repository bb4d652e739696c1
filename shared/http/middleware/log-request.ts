import { toApiError } from '../../platform/errors.ts'
import { log } from '../../platform/logger.ts'
import type { HttpMiddleware } from './http.ts'
import type { Call, Middleware } from './middleware.ts'
import type { ToolMiddleware } from './tool-call.ts'

/** Writes one line a request: what was asked, by which key, from where, what came of it. */
export const logRequest = (operation: string): HttpMiddleware =>
  logLine('request', operation, ({ event, response }) => ({
    method: event.requestContext.http.method,
    path: readable(event.rawPath),
    client: event.requestContext.http.sourceIp, // of a leaked key: from where it was used
    status: response?.statusCode,
  }))

/** Writes one line a call of a tool, besides that of the request which brought it. What was asked is not told. */
export const logToolCall = (tool: string): ToolMiddleware => logLine('tool call', tool, () => ({}))

type Request<Event, Result> = Parameters<NonNullable<Middleware<Event, Result>['after']>>[0]

/** Failures of ours come with their cause. */
const logLine = <Event extends Call, Result>(
  what: string,
  operation: string,
  describe: (request: Request<Event, Result>) => object,
): Middleware<Event, Result> => {
  const facts = (request: Request<Event, Result>) => ({
    requestId: request.internal.requestId,
    operation,
    ...describe(request),
    durationMs: Math.round((performance.now() - request.internal.startedAt) * 10) / 10,
    ...(request.event.caller ? { keyId: request.event.caller.keyId } : {}),
  })
  return {
    before: async ({ internal }) => {
      internal.startedAt = performance.now()
    },
    after: async (request) => {
      log().info(what, facts(request))
    },
    onError: async (request) => {
      const error = toApiError(request.error)
      const line = { ...facts(request), code: error.code }
      if (error.status >= 500) {
        log().error(`${what} failed`, { ...line, error: error.cause ?? error })
      } else {
        log().info(what, line)
      }
    },
  }
}

/** What a line tells of a path, and what is read of one for it: more can be hidden in it than is shown. */
const LONGEST_PATH = 200
const MOST_READ = 8_192
const HEX = /^[0-9a-f]{2}$/i

/**
 * A path with its percent sequences undone, however often, so that nothing hides behind them from the log's filter. In
 * one pass: a sequence may be whole only once another one in it was undone, and then ends where that one did.
 */
function readable(path: string): string {
  const undone: string[] = []
  for (const character of path.slice(0, MOST_READ).split('')) {
    undone.push(character)
    while (undone.at(-3) === '%' && HEX.test(`${undone.at(-2)}${undone.at(-1)}`)) {
      const [, ...digits] = undone.splice(-3)
      undone.push(String.fromCharCode(Number.parseInt(digits.join(''), 16)))
    }
  }
  return undone
    .join('')
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, LONGEST_PATH)
}
