import { toApiError } from '../../platform/errors.ts'
import { log, withoutKeys } from '../../platform/logger.ts'
import { traceIdOf } from '../../platform/trace-context.ts'
import type { HttpEvent, HttpMiddleware, HttpResult } from './http.ts'
import { countOverload } from './log-overload.ts'
import { type Call, isWarmUp, type Middleware } from './middleware.ts'
import type { ToolMiddleware } from './tool-call.ts'

/** Operations that monitoring calls every few seconds. */
const PROBED: ReadonlySet<string> = new Set(['health', 'metrics'])

/** Logs one line per request. Refusals because of overload are only counted. */
export const logRequest = (operation: string): HttpMiddleware => {
  const line = logLine<HttpEvent, HttpResult>(
    'request',
    operation,
    ({ event, response }) => ({
      method: event.requestContext.http.method,
      path: decodePath(event.rawPath),
      client: event.requestContext.http.sourceIp, // shows where a leaked key is used
      status: response?.statusCode,
    }),
    ({ response }) => (PROBED.has(operation) && response?.statusCode === 200 ? 'debug' : 'info'),
  )
  return {
    ...line,
    onError: async (request) => {
      if (toApiError(request.error).code === 'overloaded') {
        countOverload(request.event.requestContext.http.sourceIp)
      } else {
        await line.onError(request)
      }
    },
  }
}

/** Logs one line per tool call, without the arguments. */
export const logToolCall = (tool: string): ToolMiddleware => logLine('tool call', tool, () => ({}))

type Request<Event, Result> = Parameters<NonNullable<Middleware<Event, Result>['after']>>[0]

/** Logs one line per call. `level` returns the level of a successful call. */
const logLine = <Event extends Call, Result>(
  message: string,
  operation: string,
  describe: (request: Request<Event, Result>) => object,
  level: (request: Request<Event, Result>) => 'debug' | 'info' = () => 'info',
): Required<Pick<Middleware<Event, Result>, 'before' | 'after' | 'onError'>> => {
  const facts = (request: Request<Event, Result>) => ({
    requestId: request.internal.requestId,
    ...traceOf(request.event),
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
      if (isWarmUp(request.context)) return
      log()[level(request)](message, facts(request))
    },
    onError: async (request) => {
      if (isWarmUp(request.context)) return
      const error = toApiError(request.error)
      const line = { ...facts(request), code: error.code }
      if (error.status >= 500) {
        log().error(`${message} failed`, { ...line, error: described(error.cause ?? error) })
      } else {
        log().info(message, line)
      }
    },
  }
}

/** Returns the trace id that the client sent with a call (docs/decisions.md#requests: Traces). */
function traceOf({ headers: { traceparent } }: Call): { traceId?: string } {
  const traceId = traceIdOf(traceparent)
  return traceId === undefined ? {} : { traceId }
}

/** Matches the error codes of system calls and of PostgreSQL. */
const OUTSIDE = /^(E[A-Z]+|[0-9A-Z]{5})$/

/** Returns an error for the log, without the stack if the cause is outside this process. */
function described(error: unknown): Error | object {
  const { name, message, code = '' } = error as Error & { code?: string }
  return OUTSIDE.test(code) || /timeout|terminated|deadline/i.test(message)
    ? { name, message, ...(code === '' ? {} : { code }) }
    : (error as Error)
}

const MAX_LOGGED_PATH = 200
/** More than MAX_LOGGED_PATH, because decoding shortens the path. */
const MAX_DECODED_PATH = 8_192
const HEX = /^[0-9a-f]{2}$/i

/**
 * Returns a path for the log, without keys.
 *
 * Decodes the path before the keys are removed, because `withoutKeys` does not recognize an encoded or truncated key.
 * Decodes repeatedly: `%4%31` -> `%41` -> `A`.
 */
function decodePath(path: string): string {
  const bytes = Buffer.from(path.slice(0, MAX_DECODED_PATH)).toString('latin1')
  const decoded: string[] = []
  for (const byte of bytes.split('')) {
    decoded.push(byte)
    while (decoded.at(-3) === '%' && HEX.test(`${decoded.at(-2)}${decoded.at(-1)}`)) {
      const [, ...digits] = decoded.splice(-3)
      decoded.push(String.fromCharCode(Number.parseInt(digits.join(''), 16)))
    }
  }
  const text = Buffer.from(decoded.join(''), 'latin1')
    .toString('utf8')
    .replaceAll(/\p{Cc}/gu, '')
  return withoutKeys(text).slice(0, MAX_LOGGED_PATH)
}
