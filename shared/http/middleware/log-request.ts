import { toApiError } from '../../platform/errors.ts'
import { log } from '../../platform/logger.ts'
import type { HttpMiddleware } from './http.ts'
import type { Call, Middleware } from './middleware.ts'
import type { ToolMiddleware } from './tool-call.ts'

/** Logs one line per request: operation, path, client address, key, status and duration. */
export const logRequest = (operation: string): HttpMiddleware =>
  logLine('request', operation, ({ event, response }) => ({
    method: event.requestContext.http.method,
    path: decodePath(event.rawPath),
    client: event.requestContext.http.sourceIp, // shows where a leaked key is used
    status: response?.statusCode,
  }))

/** Logs one line per tool call, in addition to the line of its HTTP request; arguments are not logged. */
export const logToolCall = (tool: string): ToolMiddleware => logLine('tool call', tool, () => ({}))

type Request<Event, Result> = Parameters<NonNullable<Middleware<Event, Result>['after']>>[0]

/** Logs server errors with their cause; `message` begins the line. */
const logLine = <Event extends Call, Result>(
  message: string,
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
      log().info(message, facts(request))
    },
    onError: async (request) => {
      const error = toApiError(request.error)
      const line = { ...facts(request), code: error.code }
      if (error.status >= 500) {
        log().error(`${message} failed`, { ...line, error: error.cause ?? error })
      } else {
        log().info(message, line)
      }
    },
  }
}

/** The longest path in a log line, and how much of a path is decoded: it shrinks when its percent sequences are decoded. */
const MAX_LOGGED_PATH = 200
const MAX_DECODED_PATH = 8_192
const HEX = /^[0-9a-f]{2}$/i

/**
 * Decodes the percent sequences of a path, nested ones included, so that an encoded key cannot pass the log's filter. One
 * pass is enough: decoding one sequence can complete another only at the end of the decoded text.
 */
function decodePath(path: string): string {
  const decoded: string[] = []
  for (const character of path.slice(0, MAX_DECODED_PATH).split('')) {
    decoded.push(character)
    while (decoded.at(-3) === '%' && HEX.test(`${decoded.at(-2)}${decoded.at(-1)}`)) {
      const [, ...digits] = decoded.splice(-3)
      decoded.push(String.fromCharCode(Number.parseInt(digits.join(''), 16)))
    }
  }
  return decoded
    .join('')
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, MAX_LOGGED_PATH)
}
