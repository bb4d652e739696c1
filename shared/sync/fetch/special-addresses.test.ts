import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSpecialAddress } from './special-addresses.ts'

/** The IPv4 blocks of the IANA special-purpose address registry, as first and last address. */
const RANGES = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
] as const

const toNumber = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const toAddress = (number: number): string =>
  [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.')
const hexHalves = (number: number): string =>
  `${Math.floor(number / 65_536).toString(16)}:${(number % 65_536).toString(16)}`

const isInRange = (number: number): boolean =>
  RANGES.some(([first, last]) => toNumber(first) <= number && number <= toNumber(last))

/** Any address, with range boundaries more often. */
const ipv4 = fc.oneof(
  fc.nat({ max: 2 ** 32 - 1 }),
  fc
    .tuple(fc.constantFrom(...RANGES.flat()), fc.integer({ min: -1, max: 1 }))
    .map(([border, step]) => (toNumber(border) + step + 2 ** 32) % 2 ** 32),
)

describe('an IPv4 address', () => {
  test('is special exactly where the registry lists it', () => {
    fc.assert(
      fc.property(ipv4, (number) => void expect(isSpecialAddress(toAddress(number))).toBe(isInRange(number))),
      { numRuns: 2_000 },
    )
  })

  test.each(['::ffff:', '64:ff9b::'])(
    'has the same result inside the IPv6 prefix %s, in both notations',
    (prefix) => {
      fc.assert(
        fc.property(ipv4, (number) => {
          expect(isSpecialAddress(prefix + toAddress(number))).toBe(isInRange(number))
          expect(isSpecialAddress(prefix + hexHalves(number))).toBe(isInRange(number))
        }),
        { numRuns: 1_000 },
      )
    },
  )

  test('has the same result in every notation of a URL', () => {
    const forms: ((number: number) => string)[] = [
      String,
      (number) => `0x${number.toString(16)}`,
      (number) => `0${number.toString(8)}`,
      (number) => toAddress(number).replace(/\d+/g, (part) => `0x${Number(part).toString(16)}`),
      (number) => `${Math.floor(number / 2 ** 24)}.${number % 2 ** 24}`,
    ]
    fc.assert(
      fc.property(ipv4, fc.constantFrom(...forms), (number, form) => {
        expect(isSpecialAddress(new URL(`http://${form(number)}/`).hostname)).toBe(isInRange(number))
      }),
    )
  })
})

describe('an IPv6 address', () => {
  test.each([
    '::',
    '::1',
    '::127.0.0.1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2620:4f:8000::1',
    '3fff::1',
    '3fff:fff:ffff::1',
    '5f00::1',
    'fc00::1',
    'fdff:ffff::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'ff02::1',
    '::ffff:0:127.0.0.1',
  ])('is special: %s', (address) => {
    expect(isSpecialAddress(address)).toBe(true)
  })

  test.each(['2001:200::1', '2606:4700:4700::1111', '2a00:1450:4003:80f::200e', '3ffe::1', '2000::'])(
    'is public: %s',
    (address) => {
      expect(isSpecialAddress(address)).toBe(false)
    },
  )

  test('is special outside the blocks assigned to the public', () => {
    const outside = new BlockList()
    outside.addSubnet('2000::', 3, 'ipv6')
    outside.addSubnet('::ffff:0:0', 96, 'ipv6')
    outside.addSubnet('64:ff9b::', 96, 'ipv6')
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        fc.pre(!outside.check(address, 'ipv6'))
        expect(isSpecialAddress(address)).toBe(true)
      }),
    )
  })
})

test('text that is not an address counts as special', () => {
  for (const text of ['', 'localhost', 'example.com', '1.2.3', '1.2.3.4.5', '[::1]', '256.1.1.1']) {
    expect(isSpecialAddress(text)).toBe(true)
  }
})
