import { isIP, type LookupFunction } from 'node:net'
import { SyncError } from '../sync-error.ts'
import { isSpecialAddress } from './special-addresses.ts'

/** Returns the SyncError for a refused address, which `target` describes. */
export const redirectRefused = (target: string, cause?: unknown): SyncError =>
  new SyncError(
    'redirect_refused',
    `The source refers to ${target}. The service does not follow this reference.`,
    { cause },
  )

const notPublic = (): SyncError => redirectRefused('an address that is not on the public internet')

const WEB: ReadonlySet<string> = new Set(['http:', 'https:'])

/**
 * Checks the target of a request or redirect. Only the configured host and port may be outside the public internet.
 *
 * @throws SyncError `redirect_refused`
 */
export function checkTarget(from: URL, to: URL, configured: URL): void {
  if (!WEB.has(to.protocol) || !WEB.has(from.protocol)) {
    throw redirectRefused('an address that is neither http nor https')
  }
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw redirectRefused('an address without https')
  }
  if (to.username !== '' || to.password !== '') {
    throw redirectRefused('an address with a user or a password in it')
  }
  if (isSpecialHost(hostOf(to)) && !hasSameHostAndPort(to, configured)) {
    throw notPublic()
  }
}

/** Host names that always mean this machine (RFC 6761). */
const LOCALHOST = /(?:^|\.)localhost\.?$/

/** Returns whether a host is `localhost` or an address that is not public. `checkedLookup` checks other hosts. */
const isSpecialHost = (host: string): boolean =>
  isIP(host) === 0 ? LOCALHOST.test(host) : isSpecialAddress(host)

/** Returns the host of a URL; an IPv6 address without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }
const portOf = (url: URL): string => url.port || (DEFAULT_PORTS[url.protocol] ?? '')

const hasSameHostAndPort = (one: URL, other: URL): boolean =>
  one.hostname === other.hostname && portOf(one) === portOf(other)

/**
 * Returns a DNS lookup for the host of `url` that fails if an address is not public. The configured host and port are
 * exempt. The connection must use this lookup: a second lookup could return another address (DNS rebinding).
 */
export const checkedLookup =
  (url: URL, configured: URL, resolve: LookupFunction): LookupFunction =>
  (host, options, done) =>
    resolve(host, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      const isRefused = !error && !hasSameHostAndPort(url, configured) && addresses.some(isSpecialAddress)
      done(isRefused ? notPublic() : error, found, family)
    })
