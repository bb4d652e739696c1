import { isIP } from 'node:net'
import { isAddress, type Networks } from './networks.ts'

/** The address from which a request comes. */
interface ClientAddress {
  address: string
  /**
   * Whether a trusted proxy reported the address. False if it is the address of the connection, or if an element of
   * `X-Forwarded-For` is malformed.
   */
  isForwarded: boolean
}

type Headers = Readonly<Record<string, string | undefined>>

/**
 * Returns the address of the client behind a connection from `peer`. Reads `X-Forwarded-For` from the end, until an address is
 * not a trusted proxy. A client can forge all elements before that address. Stops at a malformed element.
 *
 * `Forwarded` (RFC 7239) is ignored: a proxy that sets only `X-Forwarded-For` passes on a forged `Forwarded`.
 */
export function clientOf(peer: string, headers: Headers, trusted: Networks): ClientAddress {
  let address = unmapIpv4(peer)
  const list = headers['x-forwarded-for']
  if (list === undefined || !trusted.include(address)) {
    return { address, isForwarded: false }
  }
  for (const text of list.split(',').reverse()) {
    const hop = readHop(text.trim())
    if (hop === undefined) {
      return { address, isForwarded: false }
    }
    address = hop
    if (!trusted.include(address)) {
      break
    }
  }
  return { address, isForwarded: true }
}

/** Returns whether a request has a header that only proxies set. */
export const hasForwardingHeaders = (headers: Headers): boolean =>
  Object.keys(headers).some((name) => name === 'forwarded' || name.startsWith('x-forwarded-'))

/** Parses an element of `X-Forwarded-For`. Some proxies add a port, and write an IPv6 address in brackets. */
function readHop(text: string): string | undefined {
  const { bracketed, dotted } = WITH_PORT.exec(text)?.groups ?? {}
  const address = bracketed ?? dotted ?? text
  return isAddress(address) && (bracketed === undefined || isIP(address) === 6)
    ? unmapIpv4(address)
    : undefined
}

const WITH_PORT = /^(?:\[(?<bracketed>[^\]]*)\](?::\d{1,5})?|(?<dotted>[\d.]+):\d{1,5})$/

/** Returns the IPv4 address of an IPv4-mapped IPv6 address, which dual-stack sockets report. */
export const unmapIpv4 = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')
