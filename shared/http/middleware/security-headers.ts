import { type Config, config } from '../../platform/config.ts'
import type { HttpMiddleware } from './http.ts'

/** A year, in seconds: what browsers ask of a name that is to be trusted with it. */
const YEAR = 31_536_000

/**
 * What every answer tells a browser: that it is data, neither to be guessed at, nor to be shown as a page or inside of one,
 * nor to give away where a reader came from. Where clients come over TLS, they are to come no other way for a year; other
 * hosts of the same domain are not ours to speak for.
 */
export const securityHeaders = ({
  tls,
  publicOrigin,
}: Pick<Config, 'tls' | 'publicOrigin'>): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  ...(tls || publicOrigin?.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR}` } : {}),
})

/** Gives every answer these headers; one that brings its own of a name, such as the policy of a page, keeps it. */
export function sendSecurityHeaders(): HttpMiddleware {
  let headers: Readonly<Record<string, string>> | undefined
  const send: NonNullable<HttpMiddleware['after']> = async ({ response }) => {
    if (response) {
      headers ??= securityHeaders(config())
      response.headers = { ...headers, ...response.headers }
    }
  }
  return { after: send, onError: send }
}
