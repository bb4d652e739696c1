import { BlockList, isIP, isIPv4 } from 'node:net'

/** Addresses that a setting names: one by one, or as networks. */
export class Networks {
  /** As they were written. */
  readonly written: readonly string[]
  readonly #list = new BlockList()

  /** @throws where one is neither an address nor a network */
  constructor(written: readonly string[]) {
    this.written = written
    for (const text of written) {
      add(this.#list, text)
    }
  }

  /** IPv4 in the form of IPv6 (`::ffff:10.0.0.7`) is the same as without it. What is no address is in no network. */
  include(address: string): boolean {
    return isAddress(address) && this.#list.check(address, family(address))
  }
}

/** The addresses and networks in a list with commas between them; null where one of them is neither. */
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

/** Whether a text is an address of IPv4 or IPv6; one with a zone behind it means something to its own machine alone. */
export const isAddress = (text: string): boolean => isIP(text) !== 0 && !text.includes('%')

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** `10.0.0.7`, or `10.0.0.0/8`: the length of a prefix in decimal digits, without zeros in front. */
const NETWORK = /^(?<address>[^/]+)(?:\/(?<length>0|[1-9]\d{0,2}))?$/

function add(list: BlockList, text: string): void {
  const { address = '', length } = NETWORK.exec(text)?.groups ?? {}
  if (!isAddress(address)) {
    throw new TypeError(`${text} is neither an address nor a network`)
  }
  if (length === undefined) {
    list.addAddress(address, family(address))
  } else {
    list.addSubnet(address, Number(length), family(address)) // refuses one that is too long
  }
}
