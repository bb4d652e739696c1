import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../test/support/any-character.ts'
import { clientOf, hasForwardingHeaders } from './client-address.ts'
import { Networks } from './networks.ts'

const PROXY = '10.0.0.1'
const OTHER_PROXY = '10.0.0.2'
const CLIENT = '203.0.113.9'
const trusted = new Networks(['10.0.0.0/24'])

const client = (peer: string, list?: string) =>
  clientOf(peer, list === undefined ? {} : { 'x-forwarded-for': list }, trusted)
const forwarded = (address: string) => ({ address, isForwarded: true })
const direct = (address: string) => ({ address, isForwarded: false })

describe('the address of a client', () => {
  test('is the address of the connection, without X-Forwarded-For', () => {
    expect(client(CLIENT)).toEqual(direct(CLIENT))
    expect(client(PROXY)).toEqual(direct(PROXY))
  })

  test('is the address of the connection if the peer is not a trusted proxy', () => {
    expect(client(CLIENT, '127.0.0.1')).toEqual(direct(CLIENT))
    expect(clientOf(PROXY, { 'x-forwarded-for': '127.0.0.1' }, new Networks([]))).toEqual(direct(PROXY))
  })

  test('is the last address that a trusted proxy has written', () => {
    expect(client(PROXY, CLIENT)).toEqual(forwarded(CLIENT))
    expect(client(PROXY, `127.0.0.1, ${CLIENT}`)).toEqual(forwarded(CLIENT))
  })

  test('is the address that the first of several trusted proxies has written', () => {
    expect(client(PROXY, `127.0.0.1,${CLIENT},${OTHER_PROXY}`)).toEqual(forwarded(CLIENT))
    expect(client(PROXY, `${OTHER_PROXY}, ${PROXY}`)).toEqual(forwarded(OTHER_PROXY)) // a request that a proxy made itself
  })

  test('is read in every form that proxies write', () => {
    for (const [written, address] of [
      ['203.0.113.9:4711', CLIENT],
      ['  203.0.113.9\t', CLIENT],
      ['::ffff:203.0.113.9', CLIENT],
      ['2001:db8::1', '2001:db8::1'],
      ['[2001:db8::1]', '2001:db8::1'],
      ['[2001:db8::1]:4711', '2001:db8::1'],
    ] as const) {
      expect(client(PROXY, written)).toEqual(forwarded(address))
    }
  })

  test('is the last valid address before a malformed element, reading X-Forwarded-For from its end', () => {
    for (const wrong of [
      '',
      'unknown',
      '_hidden',
      'localhost',
      '10.0.0',
      '1.2.3.4.5',
      '[10.0.0.1]',
      'fe80::1%eth0',
      '"::1"',
    ]) {
      expect({ wrong, ...client(PROXY, `${CLIENT}, ${wrong}`) }).toEqual({ wrong, ...direct(PROXY) })
      expect(client(PROXY, `${wrong}, ${OTHER_PROXY}`)).toEqual(direct(OTHER_PROXY))
    }
  })

  test('is an IPv4 address on a dual-stack socket', () => {
    expect(client('::ffff:203.0.113.9')).toEqual(direct(CLIENT))
    expect(client('::ffff:10.0.0.1', CLIENT)).toEqual(forwarded(CLIENT))
  })

  test('is never read from Forwarded, which a proxy that sets only X-Forwarded-For passes through', () => {
    const headers = { forwarded: 'for=127.0.0.1' }
    expect(clientOf(PROXY, headers, trusted)).toEqual(direct(PROXY))
    expect(clientOf(PROXY, { ...headers, 'x-forwarded-for': CLIENT }, trusted)).toEqual(forwarded(CLIENT))
  })
})

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.ipV4(),
  fc.ipV6(),
  fc.constantFrom('127.0.0.1', '10.0.0.9', 'unknown', ''),
)
const untrusted = fc.oneof(fc.ipV4(), fc.ipV6()).filter((address) => !trusted.include(address))

test('no header of a client changes the address that trusted proxies report', () => {
  const proxies = fc.array(
    fc.integer({ min: 0, max: 255 }).map((part) => `10.0.0.${part}`),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(fc.array(anyText), untrusted, proxies, (forged, from, relayedBy) => {
      const list = [...forged, from, ...relayedBy].join(', ')
      expect(client(PROXY, list)).toEqual(client(PROXY, from))
    }),
  )
})

test('no header of an untrusted peer changes its address', () => {
  fc.assert(
    fc.property(untrusted, fc.array(anyText), (from, forged) => {
      expect(client(from, forged.join(','))).toEqual(client(from))
    }),
  )
})

test('only Forwarded and X-Forwarded-* count as headers of a proxy', () => {
  for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-anything']) {
    expect({ name, is: hasForwardingHeaders({ host: 'x', [name]: '' }) }).toEqual({ name, is: true })
  }
  expect(hasForwardingHeaders({ host: 'x', 'x-forward': 'y', forwarded2: 'z', via: '1.1 proxy' })).toBe(false)
})
