import { BlockList, isIP } from 'node:net'

type Block = readonly [address: string, bits: number]

/** Special-purpose IPv4 addresses (RFC 6890, IANA registry). */
const IPV4: readonly Block[] = [
  ['0.0.0.0', 8], // "this network"
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, and the metadata of cloud machines
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // multicast tunnels
  ['192.88.99.0', 24], // 6to4 relays, deprecated
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
]

/** The public part of IPv6. */
const IPV6_PUBLIC: readonly Block[] = [['2000::', 3]]

/** Special-purpose blocks within the public part. */
const IPV6: readonly Block[] = [
  ['2001::', 23], // protocol assignments, such as Teredo
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]

/** IPv6 addresses with these prefixes end with an IPv4 address. */
const IPV4_PREFIXES = ['::ffff:', '64:ff9b::']
const PREFIX_BITS = 96

const blockList = (family: 'ipv4' | 'ipv6', blocks: readonly Block[]): BlockList => {
  const list = new BlockList()
  for (const [address, bits] of blocks) {
    list.addSubnet(address, bits, family)
  }
  return list
}

const SPECIAL_IPV4 = blockList('ipv4', IPV4)
const WITH_IPV4 = blockList(
  'ipv6',
  IPV4_PREFIXES.map((prefix) => [`${prefix}0.0.0.0`, PREFIX_BITS]),
)
const SPECIAL_WITH_IPV4 = blockList(
  'ipv6',
  IPV4_PREFIXES.flatMap((prefix) =>
    IPV4.map(([address, bits]): Block => [`${prefix}${address}`, PREFIX_BITS + bits]),
  ),
)
const PUBLIC_IPV6 = blockList('ipv6', IPV6_PUBLIC)
const SPECIAL_IPV6 = blockList('ipv6', IPV6)

/**
 * Returns whether an address is not on the public internet, such as a private address. Text that is not an address counts as
 * special.
 */
export function isSpecialAddress(text: string): boolean {
  const address = text.replace(/%.*$/s, '') // the zone of a link-local address
  switch (isIP(address)) {
    case 4:
      return SPECIAL_IPV4.check(address, 'ipv4')
    case 6:
      return isSpecialIpv6(address)
    default:
      return true
  }
}

const isSpecialIpv6 = (address: string): boolean =>
  WITH_IPV4.check(address, 'ipv6')
    ? SPECIAL_WITH_IPV4.check(address, 'ipv6')
    : !PUBLIC_IPV6.check(address, 'ipv6') || SPECIAL_IPV6.check(address, 'ipv6')
