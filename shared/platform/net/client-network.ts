import { isIP, SocketAddress } from 'node:net'
import { unmapIpv4 } from './client-address.ts'

/**
 * Returns the network of an address. Limits per client treat all addresses of a network as one client. For an IPv6
 * address, this is the /64 network, because a subscriber has at least a whole /64 (RFC 6177). Returns an IPv4 address
 * unchanged.
 */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) {
    return address
  }
  const [withoutZone = ''] = address.split('%')
  const canonical = unmapIpv4(new SocketAddress({ address: withoutZone, family: 'ipv6' }).address)
  return isIP(canonical) === 6 ? `${groupsOf(canonical).slice(0, 4).join(':')}::/64` : canonical
}

/** Returns the groups of a canonical IPv6 address, including the groups of zeros that `::` abbreviates. */
function groupsOf(address: string): string[] {
  const [before = [], after = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const written = [...before, ...after]
  const missing = 8 - written.length - (address.includes('.') ? 1 : 0) // a dotted IPv4 address replaces two groups
  return [...before, ...Array<string>(missing).fill('0'), ...after]
}
