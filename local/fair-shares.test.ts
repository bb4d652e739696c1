import { beforeEach, describe, expect, test } from 'vitest'
import type { HttpEvent } from '../shared/http/middleware/http.ts'
import type { Caller } from '../shared/keys/admit.ts'
import { generateKey } from '../shared/keys/key-format.ts'
import { ask } from '../test/support/service.ts'
import { until } from '../test/support/until.ts'
import { FAIR_SHARE_LIMITS, FairShares } from './fair-shares.ts'
import { startServer } from './server.ts'

const key = generateKey()

let shares: FairShares
beforeEach(() => {
  shares = new FairShares(FAIR_SHARE_LIMITS)
})

interface Sent {
  path?: string
  headers?: Record<string, string>
  from?: string
}

const eventOf = ({ path = '/v1/brands', headers = {}, from = '192.0.2.1' }: Sent): HttpEvent =>
  ({ rawPath: path, headers, requestContext: { http: { sourceIp: from } } }) as unknown as HttpEvent

/** The values of `event.caller` after the check of the key; undefined if the call ends before the check. */
const CALLERS = { valid: {} as Caller, refused: null, undecided: undefined }

/** Sends a call that is answered at once. */
const call = (sent: Sent, key: keyof typeof CALLERS): Promise<void> => {
  const event = eventOf(sent)
  return shares.run(event, async () => {
    event.caller = CALLERS[key]
  })
}

/** Sends a call that is never answered; returns whether it begins. */
async function begins(sent: Sent): Promise<boolean> {
  let hasBegun = false
  const answer = shares.run(eventOf(sent), () => {
    hasBegun = true
    return new Promise(() => {})
  })
  answer.catch(() => {}) // refused after the longest wait
  await new Promise((resolve) => setImmediate(resolve))
  return hasBegun
}

/** Sends calls with different unknown keys until no further one begins; returns how many have begun. */
async function exhaust(from: (place: number) => string): Promise<number> {
  let count = 0
  while (await begins({ headers: { 'x-api-key': generateKey() }, from: from(count) })) count += 1
  return count
}

const { unknownCallers, knownKeys } = FAIR_SHARE_LIMITS

describe('while unknown callers use up their limit of calls in progress', () => {
  beforeEach(async () => {
    await call({ headers: { 'x-api-key': key } }, 'valid')
    expect(await exhaust((place) => `192.0.2.${place}`)).toBe(unknownCallers.inProgress)
  })

  test.each<[string, Sent]>([
    ['with a key that was valid at its last call', { headers: { 'x-api-key': key } }],
    [
      'with this key as a bearer token, from another address',
      { headers: { authorization: `Bearer ${key}` }, from: '::1' },
    ],
    ['to a path that needs no key', { path: '/health' }],
  ])('a call %s begins', async (_, sent) => {
    expect(await begins(sent)).toBe(true)
  })

  test('a call with a valid key begins, even if the last call with it ended before the check of the key', async () => {
    await call({ path: '/mcp', headers: { 'x-api-key': key } }, 'undecided')
    expect(await begins({ headers: { 'x-api-key': key } })).toBe(true)
  })

  test('a call with a key that was refused at its last call waits', async () => {
    await call({ headers: { 'x-api-key': key } }, 'refused')
    expect(await begins({ headers: { 'x-api-key': key } })).toBe(false)
  })
})

test.each<[string, (place: number) => string]>([
  ['an address', () => '192.0.2.1'],
  ['a /64 of IPv6', (place) => `2001:db8::${place + 1}`],
])('unknown keys of %s share one limit', async (_, from) => {
  expect(await exhaust(from)).toBe(unknownCallers.inProgressPerShare)
  expect(await begins({ from: '198.51.100.1' })).toBe(true)
})

test('a busy key does not delay another one', async () => {
  const other = generateKey()
  for (const each of [key, other]) await call({ headers: { 'x-api-key': each } }, 'valid')
  let count = 0
  while (await begins({ headers: { 'x-api-key': key } })) count += 1
  expect(count).toBe(knownKeys.inProgressPerShare)
  expect(await begins({ headers: { 'x-api-key': other } })).toBe(true)
})

test('a call that waits too long is 503 with Retry-After, and without the limits of a key', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let begun = 0
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    shares: { unknownCallers: { ...unknownCallers, inProgressPerShare: 1, longestWait: 1 } },
    handler: async () => {
      begun += 1
      await released
      return { statusCode: 200, body: '{}' }
    },
  })
  const first = ask(server, '/v1/brands')
  await until(() => begun === 1)
  const refused = await ask(server, '/v1/brands', { headers: { 'x-request-id': 'beyond' } })
  release()
  expect(refused).toMatchObject({
    status: 503,
    body: {
      error: { code: 'overloaded', message: 'The service is overloaded', requestId: 'beyond', retryAfter: 1 },
    },
  })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.headers.get('ratelimit')).toBeNull()
  expect((await first).status).toBe(200)
  await server.stop()
})
