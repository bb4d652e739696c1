import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { freePort } from '../../test/support/free-port.ts'
import { type Answer, type Client, ConnectionError, createClient, ServiceError } from './index.ts'

const KEY = 'tmk_thisIsNoKeyButHasToStaySecretAllTheSame'

/** Whoever answers at the address of the service: a proxy that is in trouble, another program, an enemy. */
let stranger: Server
let answer: RequestListener
let asked: string[]
let address: string
let told: Answer[]
let client: Client

beforeEach(async () => {
  asked = []
  told = []
  stranger = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  address = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  client = createClient({ baseUrl: address, key: KEY, onAnswer: (one) => told.push(one) })
})

afterEach(() => {
  stranger.closeAllConnections()
  stranger.close()
})

/** An answer with this body: texts as HTML, all else as JSON. */
const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    const type = typeof body === 'string' ? 'text/html' : 'application/json'
    response.writeHead(status, { 'Content-Type': type, ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const refuses = (status: number, error: unknown): RequestListener => says(status, { error })

/** What is thrown, once it is sure that the key is nowhere in it. */
async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  const thrown = await call.then(
    () => 'nothing',
    (error: unknown) => error,
  )
  const all = inspect([thrown, told], { depth: Number.POSITIVE_INFINITY, showHidden: true })
  expect(all).not.toContain(KEY.slice(4))
  return thrown
}

describe('an answer that is not of the service', () => {
  test.each<[string, RequestListener, number]>([
    ['the page of a proxy', says(502, '<html>Bad Gateway</html>'), 502],
    ['a page that is no error', says(200, '<html>Please log in</html>'), 200],
    ['JSON of something else', says(200, { ok: true }), 200],
    ['a list', says(200, []), 200],
    ['null', says(200, null), 200],
    ['nothing', (_, response) => response.writeHead(204).end(), 204],
    ['an error of another kind', says(403, { error: 'forbidden' }), 403],
    ['an error without a code', refuses(500, { message: 'no' }), 500],
    ['an error that is null', refuses(500, null), 500],
    ['a limit of a proxy', says(429, 'slow down', { 'Retry-After': '1' }), 429],
    ['JSON that breaks off', says(200, '{"items":['), 200],
    ['a body that is not UTF-8', (_, response) => response.end(Buffer.from([0xff, 0xfe, 0x00])), 200],
  ])('%s is a ConnectionError with its status', async (_, listener, status) => {
    answer = listener
    const thrown = await thrownBy(client.searchBrands({ q: 'fiordo' }))
    expect(thrown).toBeInstanceOf(ConnectionError)
    expect(thrown).toMatchObject({
      name: 'ConnectionError',
      status,
      message: `${address}/v1/brands answered ${status}, and not as the service does`,
    })
    expect(told).toEqual([
      { url: `${address}/v1/brands?q=fiordo`, status, requestId: undefined, limits: undefined },
    ])
    expect(asked).toHaveLength(1)
  })

  test('that breaks off is a ConnectionError with its status and its cause', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write('{"items":[')
      setImmediate(() => response.destroy())
    }
    const thrown = await thrownBy(client.searchBrands())
    expect(thrown).toBeInstanceOf(ConnectionError)
    expect(thrown).toMatchObject({
      status: 200,
      message: expect.stringContaining('/v1/brands broke off its answer: '),
      cause: expect.anything(),
    })
  })
})

test('where nothing answers, that and why is said, without a status', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const thrown = await thrownBy(createClient({ baseUrl: nowhere, key: KEY }).getBrand('1'))
  expect(thrown).toBeInstanceOf(ConnectionError)
  expect(thrown).toMatchObject({
    message: `${nowhere}/v1/brands/1 did not answer: ECONNREFUSED`,
    status: undefined,
    cause: expect.anything(),
  })
})

test('who answers nothing at all is left when the signal says so', async () => {
  answer = () => {}
  const controller = new AbortController()
  const call = client.getBrand('1', { signal: controller.signal })
  await once(stranger, 'request')
  controller.abort('enough')
  expect(await thrownBy(call)).toBe('enough')
})

test('who does not end an answer is left, too', async () => {
  answer = (_, response) => {
    response.writeHead(200)
    response.write('{')
  }
  const controller = new AbortController()
  const call = client.getBrand('1', { signal: controller.signal })
  await once(stranger, 'request')
  controller.abort('enough')
  expect(await thrownBy(call)).toBe('enough')
})

test.each([301, 302, 303, 307, 308])(
  'a redirect with %i is not followed: the key would go along',
  async (status) => {
    answer = says(status, '', { Location: `${address}/elsewhere` })
    const thrown = await thrownBy(client.getBrand('1'))
    expect(thrown).toBeInstanceOf(ConnectionError)
    expect(thrown).toMatchObject({
      status,
      message: expect.stringContaining('redirect, which is not followed'),
    })
    expect(asked).toEqual(['/v1/brands/1'])
  },
)

describe('a wait that makes no sense is no wait', () => {
  test.each([61, 1e9, -1, null, '1', undefined])('rate_limited with retryAfter %j', async (retryAfter) => {
    answer = refuses(429, {
      code: 'rate_limited',
      message: 'Burst limit exceeded',
      requestId: 'r',
      retryAfter,
    })
    const thrown = await thrownBy(client.getBrand('1'))
    expect(thrown).toBeInstanceOf(ServiceError)
    expect(thrown).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(asked).toHaveLength(1)
  })

  test('and one of 0 seconds ends, too', async () => {
    answer = refuses(429, { code: 'rate_limited', retryAfter: 0 })
    expect(await thrownBy(client.getBrand('1'))).toMatchObject({ code: 'rate_limited', retryAfter: 0 })
    expect(asked).toHaveLength(6)
  })
})

test('a code that is new is told as it is, and an envelope may lack what is only for people', async () => {
  answer = refuses(418, { code: 'teapot', details: 'none' })
  const thrown = await thrownBy(client.getBrand('1'))
  expect(thrown).toBeInstanceOf(ServiceError)
  expect(thrown).toMatchObject({ status: 418, code: 'teapot', message: 'teapot', details: undefined })
})

test.each([
  ['RateLimit alone', { RateLimit: '"burst";r=1;t=1, "month";r=1;t=1' }],
  ['one limit of two', { 'RateLimit-Policy': '"burst";q=1;w=60', RateLimit: '"burst";r=1;t=1' }],
  [
    'what is no number',
    { 'RateLimit-Policy': '"burst";q=x;w=y, "month"', RateLimit: '"burst", "month";r=1' },
  ],
  ['nonsense', { 'RateLimit-Policy': ';;,"', RateLimit: '"__proto__";r=1;t=1' }],
])('limits that are told by halves are not told: %s', async (_, headers) => {
  answer = says(200, { items: [], nextCursor: null }, headers)
  await client.searchBrands()
  expect(told).toMatchObject([{ limits: undefined }])
})

test('limits may be told in another order, with spaces and with parameters that are new', async () => {
  answer = says(
    200,
    { items: [], nextCursor: null },
    {
      'RateLimit-Policy': '"month";w=2592000;q=9, "day";q=1;w=1,"burst"; q=5; w=60; pk=:AA==:',
      RateLimit: '"burst";t=7;r=3,"month";t=100;r=8',
    },
  )
  await client.searchBrands()
  expect(told).toMatchObject([
    {
      limits: {
        burst: { limit: 5, windowSeconds: 60, remaining: 3, resetSeconds: 7 },
        month: { limit: 9, windowSeconds: 2_592_000, remaining: 8, resetSeconds: 100 },
      },
    },
  ])
})

describe('an answer that is longer than any of the service', () => {
  const most = 16 * 1024 * 1024

  test('is left where that shows, and not kept', async () => {
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
    expect(thrown).toMatchObject({ status: 200, message: expect.stringContaining('not as the service does') })
    expect(sent).toBeLessThan(2 * most)
    await gone
  })

  test('is not unpacked', async () => {
    const packed = gzipSync(`{"items":[],"nextCursor":null,"rest":"${' '.repeat(most)}"}`)
    answer = (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed)
    expect(await thrownBy(client.searchBrands())).toBeInstanceOf(ConnectionError)
  })
})

test('an answer that repeats the key is told without it', async () => {
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
  expect(told).toMatchObject([{ requestId: 'for [hidden]' }])
})

const walkAll = async (): Promise<void> => {
  for await (const _ of client.walkBrands());
}

test.each([
  { items: null, nextCursor: null },
  { items: 'abc', nextCursor: null },
  { items: [], nextCursor: 5 },
  { items: [] },
])('a walk through what is no page, %j, is a ConnectionError', async (page) => {
  answer = says(200, page)
  expect(await thrownBy(walkAll())).toBeInstanceOf(ConnectionError)
})

test.each([1, 2, 3, 10])(
  'a walk in a circle of %i pages ends with an error, and not never',
  async (length) => {
    answer = (request, response) => {
      const page = Number(new URL(request.url ?? '', address).searchParams.get('cursor') ?? -4) // four lead to it
      const nextCursor = String(page < 0 ? page + 1 : (page + 1) % length)
      says(200, { items: [{ nroSolicitud: '1' }], nextCursor })(request, response)
    }
    expect(await thrownBy(walkAll())).toBeInstanceOf(ConnectionError)
    expect(asked.length).toBeLessThanOrEqual(4 * (length + 4))
  },
)

test.each([
  ['the same', 'again'],
  ['no', undefined],
])('a walk that is given %s cursor again ends with an error, and not never', async (_, nextCursor) => {
  answer = says(200, { items: [{ nroSolicitud: '1' }], nextCursor })
  expect(await thrownBy(walkAll())).toBeInstanceOf(ConnectionError)
  expect(asked.length).toBeLessThanOrEqual(2)
})

test('what onAnswer throws comes out of the call, and the next one is asked all the same', async () => {
  answer = says(200, { items: [], nextCursor: null })
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
