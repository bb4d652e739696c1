import { type Config, config } from '../../platform/config.ts'
import type { HttpMiddleware } from './http.ts'

const ONE_YEAR_SECONDS = 31_536_000

/**
 * Returns the security headers of a response, with HSTS if clients connect over TLS. HSTS leaves out subdomains, because the
 * operator of the service may not control them.
 */
export const securityHeadersFor = ({
  tls,
  publicOrigin,
}: Pick<Config, 'tls' | 'publicOrigin'>): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  ...(tls || publicOrigin?.startsWith('https:')
    ? { 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}` }
    : {}),
})

/** Adds the security headers to every response. Keeps headers that the handler has set, such as the policy of a page. */
export function securityHeaders(): HttpMiddleware {
  let headers: Readonly<Record<string, string>> | undefined
  const send: NonNullable<HttpMiddleware['after']> = async ({ response }) => {
    if (response) {
      headers ??= securityHeadersFor(config())
      response.headers = { ...headers, ...response.headers }
    }
  }
  return { after: send, onError: send }
}
