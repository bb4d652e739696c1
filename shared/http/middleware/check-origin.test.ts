import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OriginPolicy, originViolation } from './check-origin.ts'
import type { HttpEvent } from './http.ts'

interface Facts extends Partial<OriginPolicy> {
  /** Host and port that the client connected to, from the event. */
  at: string
  /** The Host header; `at` by default. */
  called?: string | undefined
  origin?: string | undefined
}

/** Returns the violation of a request with these facts; settings that are left out are unset. */
function violationOf({ at, called = at, origin, ...settings }: Facts): string | undefined {
  const headers = { host: called, ...(origin === undefined ? {} : { origin }) }
  const event = { headers, requestContext: { domainName: at } } as unknown as HttpEvent
  return originViolation(event, {
    publicOrigin: undefined,
    allowedOrigins: [],
    host: '127.0.0.1',
    ...settings,
  })
}

const LOCAL = { at: '127.0.0.1:8080' }
const LOCAL_V6 = { at: '[::1]:8080', host: '::1' }
const OPEN = { at: '192.0.2.7:8080', host: '0.0.0.0' }
const OPEN_V6 = { at: '[2001:db8::7]:8080', host: '::' }
const PROXIED = { at: '127.0.0.1:8080', called: 'marks.example', publicOrigin: 'https://marks.example' }
const LAMBDA = { at: 'abc.execute-api.sa-east-1.amazonaws.com' }
const TRUSTING = { ...LOCAL, allowedOrigins: ['https://app.example', 'http://app.example:3000'] }

describe('an Origin is allowed', () => {
  test.each<[string, Facts]>([
    ['that is absent, as from every client except browsers', LOCAL],
    ['of our own loopback address', { ...LOCAL, origin: 'http://127.0.0.1:8080' }],
    ['of our own loopback name', { ...LOCAL, origin: 'http://localhost:8080' }],
    ['of our own loopback in IPv6', { ...LOCAL, origin: 'http://[::1]:8080' }],
    ['of a name for our loopback in IPv6', { ...LOCAL_V6, origin: 'http://localhost:8080' }],
    ['of the address that the client connected to', { ...OPEN, origin: 'http://192.0.2.7:8080' }],
    [
      'of the address that the client connected to in IPv6',
      { ...OPEN_V6, origin: 'http://[2001:db8::7]:8080' },
    ],
    ['over our own TLS', { ...OPEN, origin: 'https://192.0.2.7:8080' }],
    [
      'without a port when the service has the port of HTTP',
      { at: '192.0.2.7:80', host: '::', origin: 'http://192.0.2.7' },
    ],
    [
      'without a port when the service has the port of HTTPS',
      { at: '192.0.2.7:443', host: '::', origin: 'https://192.0.2.7' },
    ],
    ['that is PUBLIC_URL', { ...PROXIED, origin: 'https://marks.example' }],
    ['that is in ALLOWED_ORIGINS', { ...TRUSTING, origin: 'http://app.example:3000' }],
    ['of the domain of the API on Lambda', { ...LAMBDA, origin: `https://${LAMBDA.at}` }],
    [
      'that is in ALLOWED_ORIGINS on Lambda',
      { ...LAMBDA, allowedOrigins: ['https://app.example'], origin: 'https://app.example' },
    ],
  ])('%s', (_, facts) => {
    expect(violationOf(facts)).toBeUndefined()
  })
})

describe('an Origin is refused', () => {
  test.each<[string, Facts]>([
    ['of another site', { ...LOCAL, origin: 'https://evil.example' }],
    ['that is null', { ...LOCAL, origin: 'null' }],
    ['that is empty', { ...LOCAL, origin: '' }],
    ['of another port of ours', { ...LOCAL, origin: 'http://127.0.0.1:8081' }],
    ['of another port under another name of ours', { ...LOCAL, origin: 'http://localhost:3000' }],
    ['of our host without our port', { ...LOCAL, origin: 'http://localhost' }],
    ['of another scheme with its own default port', { at: '192.0.2.7:80', origin: 'https://192.0.2.7' }],
    ['that begins with our origin', { ...LOCAL, origin: 'http://127.0.0.1:8080.evil.example' }],
    ['that ends with our origin', { ...LOCAL, origin: 'http://evil.example/127.0.0.1:8080' }],
    ['that has our origin as the user', { ...LOCAL, origin: 'http://127.0.0.1:8080@evil.example' }],
    ['with a path', { ...LOCAL, origin: 'http://localhost:8080/' }],
    ['in a case that no browser writes', { ...LOCAL, origin: 'HTTP://LOCALHOST:8080' }],
    ['twice, as joined headers', { ...LOCAL, origin: 'http://localhost:8080,http://localhost:8080' }],
    ['of a browser extension', { ...LOCAL, origin: 'moz-extension://127.0.0.1:8080' }],
    ['of a file', { ...LOCAL, origin: 'file://' }],
    [
      'of the loopback if the client connected to another address',
      { ...OPEN, origin: 'http://localhost:8080' },
    ],
    ['of another machine of the network', { ...OPEN, origin: 'http://192.0.2.8:8080' }],
    [
      'that is the Host of a rebound name',
      { ...LOCAL, called: 'evil.example:8080', origin: 'http://evil.example:8080' },
    ],
    ['of PUBLIC_URL over HTTP', { ...PROXIED, origin: 'http://marks.example' }],
    ['of PUBLIC_URL on another port', { ...PROXIED, origin: 'https://marks.example:8443' }],
    ['below the name of PUBLIC_URL', { ...PROXIED, origin: 'https://evil.marks.example' }],
    ['of an allowed host with another scheme', { ...TRUSTING, origin: 'http://app.example' }],
    ['of an allowed host on another port', { ...TRUSTING, origin: 'https://app.example:3000' }],
    ['of another API on Lambda', { ...LAMBDA, origin: 'https://xyz.execute-api.sa-east-1.amazonaws.com' }],
    ['of the loopback on Lambda', { ...LAMBDA, origin: 'http://localhost' }],
    ['if the address is unknown', { at: '', origin: 'http://localhost' }],
  ])('%s', (_, facts) => {
    expect(violationOf(facts)).toContain('Origin')
  })

  test('unless it equals an allowed origin', () => {
    const port = fc.constantFrom('', ':80', ':443', ':8080', ':8081')
    const name = fc.constantFrom(
      '127.0.0.1',
      'localhost',
      '[::1]',
      '192.0.2.7',
      'marks.example',
      'app.example',
    )
    const near = fc
      .tuple(fc.constantFrom('http', 'https', 'HTTP', 'app'), name, port, fc.constantFrom('', '/', '.', '@x'))
      .map(([scheme, host, at, end]) => `${scheme}://${host}${at}${end}`)
    const anything = fc.oneof(near, near, fc.webUrl(), fc.string())
    const settings = { publicOrigin: 'https://marks.example', allowedOrigins: ['http://app.example'] }
    const own = ['127.0.0.1', 'localhost', '[::1]'].flatMap((host) => [
      `http://${host}:8080`,
      `https://${host}:8080`,
    ])
    const allowed = [...own, settings.publicOrigin, ...settings.allowedOrigins]
    fc.assert(
      fc.property(anything, (origin) => {
        expect(violationOf({ ...LOCAL, ...settings, origin }) === undefined).toBe(allowed.includes(origin))
      }),
      { numRuns: 50 },
    )
  })
})

// `URL` returns an origin for these schemes, too, and `isOwnAddress` does not compare schemes.
test.each(['ws://127.0.0.1:8080', 'wss://localhost:8080', 'ftp://[::1]:8080'])(
  'an Origin of the own host and port with another scheme than HTTP or HTTPS is refused: %s',
  (origin) => {
    expect(violationOf({ ...LOCAL, origin })).toContain('Origin')
  },
)

describe('a Host', () => {
  test.each([
    '127.0.0.1:8080',
    'localhost:8080',
    '[::1]:8080',
    'localhost',
    'LOCALHOST:8080',
    'localhost:9999', // a tunnel on this machine
  ])('%j is allowed for a service on the loopback', (called) => {
    expect(violationOf({ ...LOCAL, called })).toBeUndefined()
  })

  test.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example:8080',
    '192.0.2.7:8080',
    '0.0.0.0:8080',
    'localhost@evil.example',
    'evil.example/localhost',
    'localhost:99999',
    'a b',
    '',
  ])('%j is refused', (called) => {
    expect(violationOf({ ...LOCAL, called })).toContain('Host')
  })

  test('that is absent, as HTTP/1.0 allows, is refused', () => {
    const event = { headers: {}, requestContext: { domainName: LOCAL.at } } as unknown as HttpEvent
    const neighbourhood = { publicOrigin: undefined, allowedOrigins: [], host: '127.0.0.1' }
    expect(originViolation(event, neighbourhood)).toContain('Host')
  })

  test.each<[string, Facts]>([
    ['behind a proxy that PUBLIC_URL names', PROXIED],
    ['behind a proxy that sends another name', { ...PROXIED, called: 'inside.example' }],
    ['that listens for other machines', { ...OPEN, called: 'marks.example' }],
    [
      'that listens for other machines, called from its own machine',
      { ...LOCAL, host: '0.0.0.0', called: 'marks.example' },
    ],
    ['on Lambda', LAMBDA],
    ['on Lambda under a name of its own', { ...LAMBDA, called: 'marks.example' }],
  ])('may be anything to a service %s', (_, facts) => {
    expect(violationOf(facts)).toBeUndefined()
  })

  test('is checked on every loopback address: a rebound name is refused on all of them', () => {
    for (const facts of [LOCAL, LOCAL_V6, { at: '127.0.0.1:8080', host: 'localhost' }]) {
      expect(violationOf({ ...facts, called: 'evil.example:8080' })).toContain('Host')
    }
  })

  test('is checked in addition to an allowed Origin', () => {
    const facts = { ...TRUSTING, origin: 'https://app.example' }
    expect(violationOf(facts)).toBeUndefined()
    expect(violationOf({ ...facts, called: 'evil.example' })).toContain('Host')
  })
})
