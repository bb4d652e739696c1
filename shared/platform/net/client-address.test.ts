import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { clientOf, hasForwardingHeaders } from './client-address.ts'
import { Networks } from './networks.ts'

const PROXY = '10.0.0.1'
const OTHER_PROXY = '10.0.0.2'
const CLIENT = '203.0.113.9'
const trusted = new Networks(['10.0.0.0/24'])

const client = (peer: string, list?: string) =>
  clientOf(peer, list === undefined ? {} : { 'x-forwarded-for': list }, trusted)
const told = (address: string) => ({ address, isTold: true })
const untold = (address: string) => ({ address, isTold: false })

describe('the address of a client', () => {
  test('is that of the connection, where nobody has passed the request on', () => {
    expect(client(CLIENT)).toEqual(untold(CLIENT))
    expect(client(PROXY)).toEqual(untold(PROXY))
  })

  test('is that of the connection, whatever somebody who is not trusted says', () => {
    expect(client(CLIENT, '127.0.0.1')).toEqual(untold(CLIENT))
    expect(clientOf(PROXY, { 'x-forwarded-for': '127.0.0.1' }, new Networks([]))).toEqual(untold(PROXY))
  })

  test('is what a trusted proxy has written last', () => {
    expect(client(PROXY, CLIENT)).toEqual(told(CLIENT))
    expect(client(PROXY, `127.0.0.1, ${CLIENT}`)).toEqual(told(CLIENT))
  })

  test('is what the first of several trusted proxies has written', () => {
    expect(client(PROXY, `127.0.0.1,${CLIENT},${OTHER_PROXY}`)).toEqual(told(CLIENT))
    expect(client(PROXY, `${OTHER_PROXY}, ${PROXY}`)).toEqual(told(OTHER_PROXY)) // one of the proxies asks itself
  })

  test('is read in every form that proxies write it in', () => {
    for (const [written, address] of [
      ['203.0.113.9:4711', CLIENT],
      ['  203.0.113.9\t', CLIENT],
      ['::ffff:203.0.113.9', CLIENT],
      ['2001:db8::1', '2001:db8::1'],
      ['[2001:db8::1]', '2001:db8::1'],
      ['[2001:db8::1]:4711', '2001:db8::1'],
    ] as const) {
      expect(client(PROXY, written)).toEqual(told(address))
    }
  })

  test('is the last one that is known, where the list goes on with something else', () => {
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
      expect({ wrong, ...client(PROXY, `${CLIENT}, ${wrong}`) }).toEqual({ wrong, ...untold(PROXY) })
      expect(client(PROXY, `${wrong}, ${OTHER_PROXY}`)).toEqual(untold(OTHER_PROXY))
    }
  })

  test('is that of IPv4, on a socket for both', () => {
    expect(client('::ffff:203.0.113.9')).toEqual(untold(CLIENT))
    expect(client('::ffff:10.0.0.1', CLIENT)).toEqual(told(CLIENT))
  })

  test('is never taken from Forwarded, which a proxy that writes the other header lets through', () => {
    const headers = { forwarded: 'for=127.0.0.1' }
    expect(clientOf(PROXY, headers, trusted)).toEqual(untold(PROXY))
    expect(clientOf(PROXY, { ...headers, 'x-forwarded-for': CLIENT }, trusted)).toEqual(told(CLIENT))
  })
})

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.ipV4(),
  fc.ipV6(),
  fc.constantFrom('127.0.0.1', '10.0.0.9', 'unknown', ''),
)
const stranger = fc.oneof(fc.ipV4(), fc.ipV6()).filter((address) => !trusted.include(address))

test('nothing that a client writes changes what the proxies in front of it say', () => {
  const proxies = fc.array(
    fc.integer({ min: 0, max: 255 }).map((part) => `10.0.0.${part}`),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(fc.array(anything), stranger, proxies, (invented, from, passedBy) => {
      const list = [...invented, from, ...passedBy].join(', ')
      expect(client(PROXY, list)).toEqual(client(PROXY, from))
    }),
  )
})

test('nothing that a stranger writes makes it somebody else', () => {
  fc.assert(
    fc.property(stranger, fc.array(anything), (from, invented) => {
      expect(client(from, invented.join(','))).toEqual(client(from))
    }),
  )
})

test('a request says that it was passed on by any of the headers that tell so, and by no other', () => {
  for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-anything']) {
    expect({ name, is: hasForwardingHeaders({ host: 'x', [name]: '' }) }).toEqual({ name, is: true })
  }
  expect(hasForwardingHeaders({ host: 'x', 'x-forward': 'y', forwarded2: 'z', via: '1.1 somebody' })).toBe(
    false,
  )
})
