import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientNetwork } from './client-network.ts'
import { Networks } from './networks.ts'

describe('the network of a client', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network)
  })

  test('is the given text if it is not an address, such as the text for a closed socket', () => {
    expect(['', 'unknown'].map(clientNetwork)).toEqual(['', 'unknown'])
  })

  test('contains the address, and is the same for every address of an IPv6 /64', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(fc.ipV6(), groups, (address, low) => {
        const network = clientNetwork(address)
        expect(new Networks([network]).include(address)).toBe(true)
        if (network.endsWith('::/64')) {
          const other = [...network.slice(0, -5).split(':'), ...low.slice(4).map((part) => part.toString(16))]
          expect(clientNetwork(other.join(':'))).toBe(network)
        }
      }),
    )
  })
})
