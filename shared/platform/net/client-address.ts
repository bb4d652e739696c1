import { isIP } from 'node:net'
import { isAddress, type Networks } from './networks.ts'

interface ClientAddress {
  address: string
  /** Whether a trusted proxy reported the address. False if `X-Forwarded-For` is malformed. */
  isForwarded: boolean
}

type Headers = Readonly<Record<string, string | undefined>>

/**
 * Returns the address of the client. Reads `X-Forwarded-For` from right to left, up to the first address that is not a
 * trusted proxy. A client can forge the elements to the left of this address.
 *
 * Ignores `Forwarded` (RFC 7239): a proxy that sets only `X-Forwarded-For` may pass on a `Forwarded` that the client
 * forged.
 *
 * @param peer the address of the connection
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

/** Converts an IPv4-mapped IPv6 address to IPv4: `::ffff:192.0.2.1` -> `192.0.2.1`. */
export const unmapIpv4 = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')
