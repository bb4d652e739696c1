import { isIP, type LookupFunction } from 'node:net'
import { SyncError } from '../sync-error.ts'
import { isSpecialAddress } from './special-addresses.ts'

/** Refuses where a page or a redirect leads to. */
export const refused = (where: string, cause?: unknown): SyncError =>
  new SyncError('redirect_refused', `The source leads to ${where}, which is not followed.`, { cause })

const notPublic = (): SyncError => refused('an address that is not on the public internet')

const WEB: ReadonlySet<string> = new Set(['http:', 'https:'])

/**
 * Refuses a step that the source, or who speaks in its place, could abuse: to another scheme, from https back to
 * http, with a user's name, or to an address of the operator's own network. The host and port that the operator
 * configured may be anywhere.
 *
 * @throws SyncError `redirect_refused`
 */
export function checkStep(from: URL, to: URL, configured: URL): void {
  if (!WEB.has(to.protocol) || !WEB.has(from.protocol)) {
    throw refused('an address that is neither http nor https')
  }
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw refused('an address without https')
  }
  if (to.username !== '' || to.password !== '') {
    throw refused('an address with a user or a password in it')
  }
  if (isSpecialHost(hostOf(to)) && !isSameDoor(to, configured)) {
    throw notPublic()
  }
}

/** Names of this machine itself, whatever they resolve to (RFC 6761). */
const OF_THIS_MACHINE = /(?:^|\.)localhost\.?$/

/** Other names are judged by their addresses, when there are any. */
const isSpecialHost = (host: string): boolean =>
  isIP(host) === 0 ? OF_THIS_MACHINE.test(host) : isSpecialAddress(host)

/** The host as a socket wants it: an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }
const portOf = (url: URL): string => url.port || (DEFAULT_PORTS[url.protocol] ?? '')

/** The very host, by its name, and the very port. */
const isSameDoor = (one: URL, other: URL): boolean =>
  one.hostname === other.hostname && portOf(one) === portOf(other)

/**
 * How the host of `url` becomes an address: a name that has one of the operator's own network fails. It is asked for
 * the very connection that is then made, so that the name cannot mean something else a moment later.
 */
export const guardedLookup =
  (url: URL, configured: URL, resolve: LookupFunction): LookupFunction =>
  (host, options, done) =>
    resolve(host, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      const isRefused = !error && !isSameDoor(url, configured) && addresses.some(isSpecialAddress)
      done(isRefused ? notPublic() : error, found, family)
    })
