import { config } from '../../platform/config.ts'
import { ApiError } from '../../platform/errors.ts'
import { isLoopback } from '../../platform/net/loopback.ts'
import { isHttpUrl } from '../../platform/net/origins.ts'
import type { HttpEvent, HttpMiddleware } from './http.ts'

/** The settings that decide which pages may call the service. */
export interface OriginPolicy {
  publicOrigin: string | undefined
  allowedOrigins: readonly string[]
  /** The address that this process listens on. */
  host: string
}

/**
 * Refuses requests with an Origin or Host that is not allowed
 * (MCP, Streamable HTTP: security; docs/decisions.md#mcp: Origin, Host).
 */
export const checkOrigin = (): HttpMiddleware => ({
  before: async ({ event }) => {
    const violation = originViolation(event, config())
    if (violation !== undefined) {
      throw new ApiError('origin_not_allowed', { message: violation })
    }
  },
})

/** Returns why the Origin or the Host of a request is not allowed, or undefined if both are allowed. */
export function originViolation(event: HttpEvent, policy: OriginPolicy): string | undefined {
  const { origin, host } = event.headers
  if (origin !== undefined && !isAllowedOrigin(origin, event, policy)) {
    return 'Pages of this Origin may not call this address; the operator can allow the origin in ALLOWED_ORIGINS'
  }
  // Protects from DNS rebinding. A service that listens on the network needs no such check, because an attacker can also call
  // it directly.
  if (isLoopbackOnly(event, policy) && !isLoopback(hostname(host))) {
    return 'This Host is not a name of this service, which accepts only requests from its own machine: call it as localhost or 127.0.0.1'
  }
  return undefined
}

function isAllowedOrigin(
  text: string,
  { requestContext }: HttpEvent,
  { publicOrigin, allowedOrigins }: OriginPolicy,
): boolean {
  const url = isHttpUrl(text) ? new URL(text) : undefined
  if (url === undefined || url.origin !== text) {
    return false // `null`, or a text that no browser sends
  }
  return (
    text === publicOrigin || allowedOrigins.includes(text) || isOwnAddress(url, requestContext.domainName)
  )
}

/** Returns whether an origin has the host and port of the request. Ignores the scheme, which an event does not contain. */
function isOwnAddress(origin: URL, domainName: string): boolean {
  const own = URL.parse(`${origin.protocol}//${domainName}`)
  return (
    own !== null &&
    own.port === origin.port &&
    (own.hostname === origin.hostname || (isLoopback(own.hostname) && isLoopback(origin.hostname)))
  )
}

/** Returns whether only this machine can reach the service. */
const isLoopbackOnly = ({ requestContext }: HttpEvent, { publicOrigin, host }: OriginPolicy): boolean =>
  publicOrigin === undefined && isLoopback(host) && isLoopback(hostname(requestContext.domainName))

const hostname = (host: string | undefined): string =>
  (host !== undefined && URL.parse(`http://${host}`)?.hostname) || ''
