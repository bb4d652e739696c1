import { config } from '../../platform/config.ts'
import { addHeaders } from './add-headers.ts'
import type { HttpEvent, HttpMiddleware, HttpResult } from './http.ts'

/** Where the pages of other origins may call, if the operator lets them in. */
const SHARED = /^\/v1\/|^\/mcp$/

/** What their scripts may read, besides what every script may. */
const EXPOSED = [
  ...['x-request-id', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'ETag', 'Link'],
  ...['Deprecation', 'Sunset'],
]
const MAY_BE_SENT = [
  ...['X-API-Key', 'X-Request-Id', 'If-None-Match', 'Content-Type'],
  ...['Mcp-Protocol-Version', 'Mcp-Session-Id', 'Mcp-Method', 'Mcp-Name', 'Last-Event-ID'],
]
/** Seconds that a browser may rely on what it was told. */
const KEPT = 600

/** Lets the pages of the origins that the operator names read the answers (docs/decisions.md#requests: CORS). */
export const shareWithOrigins = (): HttpMiddleware =>
  addHeaders(({ event }) => {
    if (!SHARED.test(event.rawPath) || config().allowedOrigins.length === 0) {
      return {}
    }
    const origin = allowedOrigin(event)
    return {
      vary: 'Origin', // also for those who get nothing: what they got may be kept for others
      ...(origin === undefined
        ? {}
        : { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED.join(', ') }),
    }
  })

/** The answer to a browser that asks before it calls for a page; undefined for whoever is not to be let in. */
export function answerPreflight(event: HttpEvent, methods: readonly string[]): HttpResult | undefined {
  const isPreflight =
    event.requestContext.http.method === 'OPTIONS' && 'access-control-request-method' in event.headers
  if (
    !isPreflight ||
    methods.length === 0 ||
    !SHARED.test(event.rawPath) ||
    allowedOrigin(event) === undefined
  ) {
    return undefined
  }
  return {
    statusCode: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': MAY_BE_SENT.join(', '),
      'access-control-max-age': String(KEPT),
    },
  }
}

function allowedOrigin({ headers: { origin } }: HttpEvent): string | undefined {
  return origin !== undefined && config().allowedOrigins.includes(origin) ? origin : undefined
}
