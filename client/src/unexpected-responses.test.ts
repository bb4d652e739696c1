import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { freePort } from '../../test/support/free-port.ts'
import { type Answer, type Client, ConnectionError, createClient, ServiceError } from './index.ts'

const KEY = 'tmk_thisIsNoKeyButHasToStaySecretAllTheSame'

/** A server that is not the service: a failing proxy, another program, an attacker. */
let server: Server
let answer: RequestListener
let requested: string[]
let address: string
let answers: Answer[]
let client: Client

beforeEach(async () => {
  requested = []
  answers = []
  server = createServer((request, response) => {
    requested.push(request.url ?? '')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = createClient({ baseUrl: address, key: KEY, onAnswer: (one) => answers.push(one) })
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Responds with a body: strings as HTML, everything else as JSON. */
const responds =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    const type = typeof body === 'string' ? 'text/html' : 'application/json'
    response.writeHead(status, { 'Content-Type': type, ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const respondsError = (status: number, error: unknown): RequestListener => responds(status, { error })

/** Returns the thrown error, after checking that it does not contain the key. */
async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  const thrown = await call.then(
    () => 'nothing',
    (error: unknown) => error,
  )
  const all = inspect([thrown, answers], { depth: Number.POSITIVE_INFINITY, showHidden: true })
  expect(all).not.toContain(KEY.slice(4))
  return thrown
}

describe('a response that does not come from the service', () => {
  test.each<[string, RequestListener, number]>([
    ['the page of a proxy', responds(502, '<html>Bad Gateway</html>'), 502],
    ['a page with status 200', responds(200, '<html>Please log in</html>'), 200],
    ['JSON of another service', responds(200, { ok: true }), 200],
    ['a list', responds(200, []), 200],
    ['null', responds(200, null), 200],
    ['nothing', (_, response) => response.writeHead(204).end(), 204],
    ['an error in another format', responds(403, { error: 'forbidden' }), 403],
    ['an error without a code', respondsError(500, { message: 'no' }), 500],
    ['an error that is null', respondsError(500, null), 500],
    ['a rate limit of a proxy', responds(429, 'slow down', { 'Retry-After': '1' }), 429],
    ['incomplete JSON', responds(200, '{"items":['), 200],
    ['a body that is not UTF-8', (_, response) => response.end(Buffer.from([0xff, 0xfe, 0x00])), 200],
  ])('%s is a ConnectionError with its status', async (_, listener, status) => {
    answer = listener
    const thrown = await thrownBy(client.searchBrands({ q: 'fiordo' }))
    expect(thrown).toBeInstanceOf(ConnectionError)
    expect(thrown).toMatchObject({
      name: 'ConnectionError',
      status,
      message: `${address}/v1/brands answered ${status} with a body that does not come from the service`,
    })
    expect(answers).toEqual([
      { url: `${address}/v1/brands?q=fiordo`, status, requestId: undefined, limits: undefined },
    ])
    expect(requested).toHaveLength(1)
  })

  test('that is cut off is a ConnectionError with its status and its cause', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write('{"items":[')
      setImmediate(() => response.destroy())
    }
    const thrown = await thrownBy(client.searchBrands())
    expect(thrown).toBeInstanceOf(ConnectionError)
    expect(thrown).toMatchObject({
      status: 200,
      message: expect.stringContaining('/v1/brands closed the connection early: '),
      cause: expect.anything(),
    })
  })
})

test('without a response the ConnectionError has the reason and no status', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const thrown = await thrownBy(createClient({ baseUrl: nowhere, key: KEY }).getBrand('1'))
  expect(thrown).toBeInstanceOf(ConnectionError)
  expect(thrown).toMatchObject({
    message: `${nowhere}/v1/brands/1 did not answer: ECONNREFUSED`,
    status: undefined,
    cause: expect.anything(),
  })
})

test('an abort ends a call without a response', async () => {
  answer = () => {}
  const controller = new AbortController()
  const call = client.getBrand('1', { signal: controller.signal })
  await once(server, 'request')
  controller.abort('enough')
  expect(await thrownBy(call)).toBe('enough')
})

test('an abort ends a call whose response does not end', async () => {
  answer = (_, response) => {
    response.writeHead(200)
    response.write('{')
  }
  const controller = new AbortController()
  const call = client.getBrand('1', { signal: controller.signal })
  await once(server, 'request')
  controller.abort('enough')
  expect(await thrownBy(call)).toBe('enough')
})

test.each([301, 302, 303, 307, 308])(
  'a redirect with %i is not followed, so the key is not sent along',
  async (status) => {
    answer = responds(status, '', { Location: `${address}/elsewhere` })
    const thrown = await thrownBy(client.getBrand('1'))
    expect(thrown).toBeInstanceOf(ConnectionError)
    expect(thrown).toMatchObject({
      status,
      message: expect.stringContaining('redirect, which is not followed'),
    })
    expect(requested).toEqual(['/v1/brands/1'])
  },
)

describe('an invalid retryAfter is not waited for', () => {
  test.each([61, 1e9, -1, null, '1', undefined])('rate_limited with retryAfter %j', async (retryAfter) => {
    answer = respondsError(429, {
      code: 'rate_limited',
      message: 'Burst limit exceeded',
      requestId: 'r',
      retryAfter,
    })
    const thrown = await thrownBy(client.getBrand('1'))
    expect(thrown).toBeInstanceOf(ServiceError)
    expect(thrown).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(requested).toHaveLength(1)
  })

  test('and a retryAfter of 0 is retried five times', async () => {
    answer = respondsError(429, { code: 'rate_limited', retryAfter: 0 })
    expect(await thrownBy(client.getBrand('1'))).toMatchObject({ code: 'rate_limited', retryAfter: 0 })
    expect(requested).toHaveLength(6)
  })
})

test('an unknown code is passed on, and the envelope may lack its message', async () => {
  answer = respondsError(418, { code: 'teapot', details: 'none' })
  const thrown = await thrownBy(client.getBrand('1'))
  expect(thrown).toBeInstanceOf(ServiceError)
  expect(thrown).toMatchObject({ status: 418, code: 'teapot', message: 'teapot', details: undefined })
})

test.each([
  ['RateLimit alone', { RateLimit: '"burst";r=1;t=1, "month";r=1;t=1' }],
  ['one limit of two', { 'RateLimit-Policy': '"burst";q=1;w=60', RateLimit: '"burst";r=1;t=1' }],
  [
    'values that are not numbers',
    { 'RateLimit-Policy': '"burst";q=x;w=y, "month"', RateLimit: '"burst", "month";r=1' },
  ],
  ['nonsense', { 'RateLimit-Policy': ';;,"', RateLimit: '"__proto__";r=1;t=1' }],
])('incomplete limits are undefined: %s', async (_, headers) => {
  answer = responds(200, { items: [], nextCursor: null }, headers)
  await client.searchBrands()
  expect(answers).toMatchObject([{ limits: undefined }])
})

test('limits are parsed in any order, with spaces and with unknown parameters', async () => {
  answer = responds(
    200,
    { items: [], nextCursor: null },
    {
      'RateLimit-Policy': '"month";w=2592000;q=9, "day";q=1;w=1,"burst"; q=5; w=60; pk=:AA==:',
      RateLimit: '"burst";t=7;r=3,"month";t=100;r=8',
    },
  )
  await client.searchBrands()
  expect(answers).toMatchObject([
    {
      limits: {
        burst: { limit: 5, windowSeconds: 60, remaining: 3, resetSeconds: 7 },
        month: { limit: 9, windowSeconds: 2_592_000, remaining: 8, resetSeconds: 100 },
      },
    },
  ])
})

describe('a response over the maximum length', () => {
  const most = 16 * 1024 * 1024

  test('is not read to its end', async () => {
    let sent = 0
    let gone: Promise<unknown> | undefined
    answer = (_, response) => {
      gone = once(response, 'close')
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(65_536))) sent += 65_536
        response.once('drain', more)
      }
      more()
    }
    const thrown = await thrownBy(client.searchBrands())
    expect(thrown).toBeInstanceOf(ConnectionError)
    expect(thrown).toMatchObject({
      status: 200,
      message: expect.stringContaining('does not come from the service'),
    })
    expect(sent).toBeLessThan(2 * most)
    await gone
  })

  test('is not decompressed to its end', async () => {
    const packed = gzipSync(`{"items":[],"nextCursor":null,"rest":"${' '.repeat(most)}"}`)
    answer = (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed)
    expect(await thrownBy(client.searchBrands())).toBeInstanceOf(ConnectionError)
  })
})

test('the key is removed from a response that repeats it', async () => {
  answer = (request, response) => {
    const key = request.headers['x-api-key']
    const error = { code: 'unauthorized', message: `no ${key}`, requestId: key, details: [{ field: key }] }
    response.writeHead(401, { 'X-Request-Id': `for ${key}` }).end(JSON.stringify({ error }))
  }
  expect(await thrownBy(client.getBrand('1'))).toMatchObject({
    code: 'unauthorized',
    message: 'no [hidden]',
    requestId: '[hidden]',
    details: [{ field: '[hidden]' }],
  })
  expect(answers).toMatchObject([{ requestId: 'for [hidden]' }])
})

const walkAll = async (): Promise<void> => {
  for await (const _ of client.walkBrands());
}

test.each([
  { items: null, nextCursor: null },
  { items: 'abc', nextCursor: null },
  { items: [], nextCursor: 5 },
  { items: [] },
])('walkBrands throws a ConnectionError for %j, which is not a page', async (page) => {
  answer = responds(200, page)
  expect(await thrownBy(walkAll())).toBeInstanceOf(ConnectionError)
})

test.each([1, 2, 3, 10])('walkBrands throws when its pages repeat in a cycle of %i', async (length) => {
  answer = (request, response) => {
    const page = Number(new URL(request.url ?? '', address).searchParams.get('cursor') ?? -4) // four pages come before the cycle
    const nextCursor = String(page < 0 ? page + 1 : (page + 1) % length)
    responds(200, { items: [{ nroSolicitud: '1' }], nextCursor })(request, response)
  }
  expect(await thrownBy(walkAll())).toBeInstanceOf(ConnectionError)
  expect(requested.length).toBeLessThanOrEqual(4 * (length + 4))
})

test.each([
  ['the same', 'again'],
  ['no', undefined],
])('walkBrands throws when the next page has %s cursor', async (_, nextCursor) => {
  answer = responds(200, { items: [{ nroSolicitud: '1' }], nextCursor })
  expect(await thrownBy(walkAll())).toBeInstanceOf(ConnectionError)
  expect(requested.length).toBeLessThanOrEqual(2)
})

test('an error of onAnswer is thrown by the call, and the next call is sent', async () => {
  answer = responds(200, { items: [], nextCursor: null })
  let isBroken = true
  const broken = createClient({
    baseUrl: address,
    key: KEY,
    onAnswer: () => {
      if (isBroken) throw new Error('a page that is gone')
    },
  })
  expect(await thrownBy(broken.searchBrands())).toMatchObject({ message: 'a page that is gone' })
  isBroken = false
  expect(await broken.searchBrands()).toMatchObject({ items: [] })
})
