import { config } from '../../platform/config.ts'
import { ApiError } from '../../platform/errors.ts'
import { isLoopback } from '../../platform/net/loopback.ts'
import { isHttpUrl } from '../../platform/net/origins.ts'
import type { HttpEvent, HttpMiddleware } from './http.ts'

/** Whose pages may call, besides our own, and under which names we are called. */
export interface Neighbourhood {
  publicOrigin: string | undefined
  allowedOrigins: readonly string[]
  /** The address that this process listens on. */
  host: string
}

/**
 * Refuses what a page of somebody else's sends through a browser that can reach us (MCP, Streamable HTTP: security;
 * docs/decisions.md#mcp: Origin, Host).
 */
export const checkOrigin = (): HttpMiddleware => ({
  before: async ({ event }) => {
    const reason = foreignness(event, config())
    if (reason !== undefined) {
      throw new ApiError('origin_not_allowed', { message: reason })
    }
  },
})

/** Why a request does not come from our own neighbourhood; undefined where it does. */
export function foreignness(event: HttpEvent, neighbourhood: Neighbourhood): string | undefined {
  const { origin, host } = event.headers
  if (origin !== undefined && !isNeighbour(origin, event, neighbourhood)) {
    return 'Pages of this Origin may not call this address; ALLOWED_ORIGINS of the service names those that may'
  }
  if (isOnLoopbackAlone(event, neighbourhood) && !isLoopback(hostname(host))) {
    return 'This Host is not a name of this service, which listens for its own machine alone'
  }
  return undefined
}

function isNeighbour(
  text: string,
  { requestContext }: HttpEvent,
  { publicOrigin, allowedOrigins }: Neighbourhood,
): boolean {
  const url = isHttpUrl(text) ? new URL(text) : undefined
  if (url === undefined || url.origin !== text) {
    return false // `null`, which is anybody, or a text that no page on the web sends
  }
  return (
    text === publicOrigin || allowedOrigins.includes(text) || isOwnAddress(url, requestContext.domainName)
  )
}

/** The event tells host and port that the client connected to, not the scheme: that is taken from the origin. */
function isOwnAddress(origin: URL, domainName: string): boolean {
  const own = URL.parse(`${origin.protocol}//${domainName}`)
  return (
    own !== null &&
    own.port === origin.port &&
    (own.hostname === origin.hostname || (isLoopback(own.hostname) && isLoopback(origin.hostname)))
  )
}

/** Only there can a name that somebody else made point at us without anybody's leave (DNS rebinding). */
const isOnLoopbackAlone = ({ requestContext }: HttpEvent, { publicOrigin, host }: Neighbourhood): boolean =>
  publicOrigin === undefined && isLoopback(host) && isLoopback(hostname(requestContext.domainName))

const hostname = (host: string | undefined): string =>
  (host !== undefined && URL.parse(`http://${host}`)?.hostname) || ''
