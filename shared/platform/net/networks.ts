import { BlockList, isIP, isIPv4 } from 'node:net'

/** The IP addresses and networks that a setting lists. */
export class Networks {
  /** The addresses and networks as they were written. */
  readonly written: readonly string[]
  readonly #list = new BlockList()

  /** @throws if a text is neither an address nor a network */
  constructor(written: readonly string[]) {
    this.written = written
    for (const text of written) {
      add(this.#list, text)
    }
  }

  /** An IPv4-mapped address (`::ffff:10.0.0.7`) counts as IPv4. */
  include(address: string): boolean {
    return isAddress(address) && this.#list.check(address, family(address))
  }
}

/** Parses addresses and networks separated by commas; null if an element is neither an address nor a network. */
export function readNetworks(list: string): Networks | null {
  try {
    return new Networks(
      list
        .split(',')
        .map((text) => text.trim())
        .filter((text) => text !== ''),
    )
  } catch {
    return null
  }
}

/** Returns whether a text is an IPv4 or IPv6 address without a zone. A zone (`%eth0`) has a meaning only on one machine. */
export const isAddress = (text: string): boolean => isIP(text) !== 0 && !text.includes('%')

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** Matches an address, or a network such as `10.0.0.0/8`. The prefix length has no leading zeros. */
const NETWORK = /^(?<address>[^/]+)(?:\/(?<length>0|[1-9]\d{0,2}))?$/

function add(list: BlockList, text: string): void {
  const { address = '', length } = NETWORK.exec(text)?.groups ?? {}
  if (!isAddress(address)) {
    throw new TypeError(`${text} is neither an address nor a network`)
  }
  if (length === undefined) {
    list.addAddress(address, family(address))
  } else {
    list.addSubnet(address, Number(length), family(address)) // throws for a prefix that is too long
  }
}
