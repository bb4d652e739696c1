import { config } from '../../platform/config.ts'
import { addHeaders } from './add-headers.ts'
import type { HttpEvent, HttpMiddleware, HttpResult } from './http.ts'

/** Paths that pages of the origins in ALLOWED_ORIGINS may call. */
const SHARED = /^\/v1\/|^\/mcp$/

/** Paths of documents that pages of every origin may read (docs/decisions.md#mcp: Discovery). */
const OPEN = /^\/\.well-known\/ai-catalog\.json$|^\/mcp\/server-card$/

/** Response headers that scripts of the allowed origins may read, in addition to the CORS-safelisted headers. */
const EXPOSED_HEADERS = ['x-request-id', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'ETag', 'Link']
const ALLOWED_HEADERS = [
  ...['X-API-Key', 'Authorization', 'X-Request-Id', 'If-None-Match', 'Content-Type'],
  ...['Mcp-Protocol-Version', 'Mcp-Session-Id', 'Mcp-Method', 'Mcp-Name', 'Last-Event-ID'],
  ...['traceparent', 'tracestate'],
]
const PREFLIGHT_MAX_AGE_SECONDS = 600

/** Lets pages of the allowed origins read responses (docs/decisions.md#requests: CORS). */
export const cors = (): HttpMiddleware =>
  addHeaders(({ event }) => {
    if (OPEN.test(event.rawPath)) {
      return { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag' }
    }
    if (!SHARED.test(event.rawPath) || config().allowedOrigins.length === 0) {
      return {}
    }
    const origin = allowedOrigin(event)
    return {
      vary: 'Origin', // even if the origin is not allowed: a cache may serve this response to another origin
      ...(origin === undefined
        ? {}
        : {
            'access-control-allow-origin': origin,
            'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
          }),
    }
  })

/** Returns the response to a CORS preflight request; undefined for other requests, or if the page may not call the path. */
export function answerPreflight(event: HttpEvent, methods: readonly string[]): HttpResult | undefined {
  const isPreflight =
    event.requestContext.http.method === 'OPTIONS' && 'access-control-request-method' in event.headers
  const mayCall =
    OPEN.test(event.rawPath) || (SHARED.test(event.rawPath) && allowedOrigin(event) !== undefined)
  if (!isPreflight || methods.length === 0 || !mayCall) {
    return undefined
  }
  return {
    statusCode: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': ALLOWED_HEADERS.join(', '),
      'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
    },
  }
}

function allowedOrigin({ headers: { origin } }: HttpEvent): string | undefined {
  return origin !== undefined && config().allowedOrigins.includes(origin) ? origin : undefined
}
