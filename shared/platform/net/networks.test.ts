import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Networks, readNetworks } from './networks.ts'

describe('networks', () => {
  test('include exactly the addresses of their prefix, in both families', () => {
    const networks = new Networks(['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '2001:db8::1'])
    for (const inside of [
      '10.0.0.0',
      '10.255.255.255',
      '192.0.2.7',
      'fd12::1',
      '2001:db8::1',
      '2001:0db8:0::1',
    ]) {
      expect({ inside, is: networks.include(inside) }).toEqual({ inside, is: true })
    }
    for (const outside of [
      '9.255.255.255',
      '11.0.0.0',
      '192.0.2.8',
      'fe00::',
      '2001:db8::2',
      '::',
      '0.0.0.0',
    ]) {
      expect({ outside, is: networks.include(outside) }).toEqual({ outside, is: false })
    }
  })

  test('treat an IPv4-mapped address as IPv4', () => {
    const networks = new Networks(['10.0.0.0/8'])
    expect(networks.include('::ffff:10.0.0.1')).toBe(true)
    expect(networks.include('::ffff:a00:1')).toBe(true)
    expect(networks.include('::ffff:11.0.0.1')).toBe(false)
    expect(networks.include('::10.0.0.1')).toBe(false) // a plain IPv6 address
  })

  test('include no invalid address', () => {
    const all = new Networks(['0.0.0.0/0', '::/0'])
    expect(all.include('203.0.113.9')).toBe(true)
    for (const text of ['', 'localhost', '10.0.0', '10.0.0.1:80', '[::1]', 'fe80::1%eth0', '010.0.0.1']) {
      expect({ text, is: all.include(text) }).toEqual({ text, is: false })
    }
  })

  test('are empty for an empty list', () => {
    expect(readNetworks(' , ')?.written).toEqual([])
    expect(readNetworks('')?.include('127.0.0.1')).toBe(false)
  })

  test('compare the leading bits of an address', () => {
    const bits = (address: string): string =>
      address
        .split('.')
        .map((part) => Number(part).toString(2).padStart(8, '0'))
        .join('')
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }), (network, address, length) => {
        const isInside = bits(network).slice(0, length) === bits(address).slice(0, length)
        expect(new Networks([`${network}/${length}`]).include(address)).toBe(isInside)
      }),
    )
  })

  test('are parsed only from addresses and networks', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789./:abcf%-') }), (text) => {
        for (const written of readNetworks(text)?.written ?? []) {
          expect(written).toMatch(/^[\da-f.:]+(\/\d+)?$/)
        }
      }),
    )
  })
})
