import { isIP } from 'node:net'
import { isAddress, type Networks } from './networks.ts'

/** Where a request comes from. */
export interface Client {
  address: string
  /** Whether a trusted proxy told it, and not the connection itself. */
  isTold: boolean
}

type Headers = Readonly<Record<string, string | undefined>>

/**
 * The address of the client behind a connection from `peer`. `X-Forwarded-For` is read from its end, where the last proxy
 * has written, for as long as whoever wrote is trusted: what stands before the first address that is not one of ours may
 * be anybody's invention. Something there that is no address ends the reading at the last one that is known.
 *
 * `Forwarded` (RFC 7239) is not read: a proxy that writes one of the two lets the other one through as its client sent it,
 * and nobody can tell which of them that is.
 */
export function clientOf(peer: string, headers: Headers, trusted: Networks): Client {
  let address = plain(peer)
  const list = headers['x-forwarded-for']
  if (list === undefined || !trusted.include(address)) {
    return { address, isTold: false }
  }
  for (const text of list.split(',').reverse()) {
    const hop = readHop(text.trim())
    if (hop === undefined) {
      return { address, isTold: false }
    }
    address = hop
    if (!trusted.include(address)) {
      break
    }
  }
  return { address, isTold: true }
}

/** Whether a request says of itself that somebody has passed it on. */
export const isPassedOn = (headers: Headers): boolean =>
  Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))

/** An address as proxies write it: some add a port, those of IPv6 in brackets then. */
function readHop(text: string): string | undefined {
  const { bracketed, dotted } = WITH_PORT.exec(text)?.groups ?? {}
  const address = bracketed ?? dotted ?? text
  return isAddress(address) && (bracketed === undefined || isIP(address) === 6) ? plain(address) : undefined
}

const WITH_PORT = /^(?:\[(?<bracketed>[^\]]*)\](?::\d{1,5})?|(?<dotted>[\d.]+):\d{1,5})$/

/** Without the form of IPv6 that a socket for both gives an address of IPv4. */
export const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')
