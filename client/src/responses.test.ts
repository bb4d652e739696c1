import { getEventListeners, once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../test/support/free-port.ts'
import { type ClientOptions, ConnectionError, createClient } from './index.ts'
import { wait } from './wait.ts'

let server: Server
/** How the server responds: like the service, or like another program, such as a failing proxy. */
let answer: RequestListener
let address: string
/** The paths of the requests, and the seconds of the waits of the client. */
let requested: string[]
let waits: number[]
/** The milliseconds that waits of the client have taken on its clock. */
let passed: number

beforeEach(async () => {
  requested = []
  waits = []
  passed = 0
  server = createServer((request, response) => {
    requested.push(request.url ?? '')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
})

afterEach(() => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

/** Returns a client whose waits take no time, and run `meanwhile`. */
const clientOf = (options: Partial<ClientOptions> = {}, meanwhile: () => unknown = () => {}) =>
  createClient({ baseUrl: address, key: 'tmk_secret', ...options }, async (seconds, signal) => {
    waits.push(Math.round(seconds))
    await meanwhile()
    passed += Math.ceil(seconds) * 1_000
    signal?.throwIfAborted()
  })

const responds =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))

const respondsError = (status: number, code: string, retryAfter?: number): RequestListener =>
  responds(status, { error: { code, message: code, requestId: 'r', retryAfter } })

const cutOff: RequestListener = (_, response) => {
  response.writeHead(200, { 'Content-Length': '1000' }).write('{"items":[')
  setImmediate(() => response.destroy())
}

describe('a ConnectionError', () => {
  /** Returns the error of a call, after checking that it does not contain the key. */
  async function lost(call: Promise<unknown>): Promise<ConnectionError> {
    const thrown = await call.catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(ConnectionError)
    expect(JSON.stringify([thrown, `${thrown}`])).not.toContain('secret')
    return thrown as ConnectionError
  }

  test.each<[string, number, RequestListener]>([
    ['the page of a proxy', 502, responds(502, '<html>Bad Gateway</html>')],
    ['a page with status 200', 200, responds(200, '<html>Please log in</html>')],
    ['nothing', 204, responds(204, '')],
    ['an error in another format', 403, responds(403, { error: 'forbidden' })],
    ['a rate limit of a proxy', 429, responds(429, 'slow down', { 'Retry-After': '1' })],
    ['a response that is cut off', 200, cutOff],
  ])('for %s has its status', async (_, status, listener) => {
    answer = listener
    expect(await lost(clientOf().searchBrands({ q: 'fiordo' }))).toMatchObject({
      name: 'ConnectionError',
      status,
      message: expect.stringContaining(`${address}/v1/brands`),
    })
    expect(requested).toHaveLength(1)
  })

  test('without a response has the reason and no status', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    expect(await lost(clientOf({ baseUrl }).getBrand('1'))).toMatchObject({
      message: `No response of the service from ${baseUrl}/v1/brands/1: ECONNREFUSED`,
      status: undefined,
      cause: expect.anything(),
    })
  })

  test('is thrown for a redirect, so the key is not sent along', async () => {
    answer = responds(302, '', { Location: `${address}/elsewhere` })
    expect((await lost(clientOf().getBrand('1'))).message).toMatch(/redirect/)
    expect(requested).toEqual(['/v1/brands/1'])
  })
})

test('an abort ends a call whose response does not end', async () => {
  answer = (_, response) => response.writeHead(200).write('{')
  const controller = new AbortController()
  const call = clientOf().getBrand('1', { signal: controller.signal })
  await once(server, 'request')
  controller.abort('enough')
  await expect(call).rejects.toBe('enough')
})

describe('after a refusal', () => {
  /** Accepts `burst` requests in each window of 60 s. */
  function limited(burst: number): RequestListener {
    const windows = new Map<number, number>()
    return (request, response) => {
      const window = Math.floor(passed / 60_000)
      const used = windows.get(window) ?? 0
      windows.set(window, used + 1)
      const listener =
        used < burst ? responds(200, { url: request.url }) : respondsError(429, 'rate_limited', 60)
      listener(request, response)
    }
  }

  test('a call waits for the time that the service states, at most five times', async () => {
    answer = limited(1)
    const client = clientOf()
    await client.getBrand('1')
    expect(await client.getBrand('2')).toEqual({ url: '/v1/brands/2' })
    expect(waits).toEqual([60])
    answer = limited(0)
    await expect(client.getBrand('3')).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 60 })
    expect(waits).toHaveLength(6)
  })

  test('other calls wait before they are sent', async () => {
    answer = limited(1)
    let third: Promise<unknown> | undefined
    const client = clientOf({}, () => {
      if (waits.length > 1) return
      third = client.getBrand('3')
      expect({ waits, requested }).toEqual({ waits: [60, 60], requested: ['/v1/brands/1', '/v1/brands/2'] })
    })
    await client.getBrand('1')
    await client.getBrand('2')
    expect(await third).toEqual({ url: '/v1/brands/3' })
  })

  test('many calls at once all complete', async () => {
    answer = limited(20)
    const client = clientOf()
    const calls = Array.from({ length: 60 }, () => client.getBrand('1'))
    expect(await Promise.all(calls)).toHaveLength(60)
  })

  test('by a busy service, a call waits', async () => {
    answer = respondsError(503, 'overloaded', 1)
    const client = clientOf({}, () => {
      answer = responds(200, {})
    })
    expect(await client.getBrand('1')).toEqual({})
    expect(waits).toEqual([1])
  })

  test.each<[string, ClientOptions['waits'], string, number]>([
    ['if its wait is longer than a minute', undefined, 'quota_exceeded', 61],
    ['with waits: false', false, 'rate_limited', 1],
  ])('a call throws at once %s', async (_, waiting, code, retryAfter) => {
    answer = respondsError(429, code, retryAfter)
    await expect(clientOf({ waits: waiting }).getBrand('1')).rejects.toMatchObject({ code, retryAfter })
    expect(requested).toHaveLength(1)
  })

  test('an abort ends the wait of a call', async () => {
    answer = respondsError(429, 'rate_limited', 60)
    const controller = new AbortController()
    const client = clientOf({}, () => controller.abort('enough'))
    await expect(client.getBrand('1', { signal: controller.signal })).rejects.toBe('enough')
  })
})

describe('watchChanges', () => {
  let changes: number[]
  /** A feed with pages of at most two changes. A cursor is the number of earlier changes. */
  const feed: RequestListener = (request, response) => {
    const cursor = Number(new URL(request.url ?? '', address).searchParams.get('cursor'))
    const items = changes.slice(cursor, cursor + 2)
    const next = cursor + items.length
    responds(200, { items, nextCursor: String(next), more: next < changes.length })(request, response)
  }
  beforeEach(() => {
    changes = [0, 1, 2, 3, 4]
    answer = feed
  })

  /** Reads changes after the first until there are `count` of them. */
  async function read(client: ReturnType<typeof clientOf>, count: number, signal?: AbortSignal) {
    const found: unknown[] = []
    for await (const { items } of client.watchChanges({ cursor: '1' }, { pollSeconds: 7, signal })) {
      found.push(...items)
      if (found.length >= count) break
    }
    return found
  }

  test('yields every change once, and waits only when nothing newer exists', async () => {
    const client = clientOf({}, () => waits.length > 1 && changes.push(changes.length))
    expect(await read(client, 6)).toEqual([1, 2, 3, 4, 5, 6])
    expect(waits).toEqual([7, 7, 7])
    expect(requested[0]).toBe('/v1/changes?cursor=1&limit=100')
  })

  test.each<[string, RequestListener]>([
    ['an error of the server', respondsError(500, 'internal_error')],
    ['a lost connection', (request) => request.destroy()],
  ])('repeats a request after %s, ten times in a row', async (_, fail) => {
    answer = fail
    const client = clientOf({}, () => {
      if (requested.length === 10) answer = feed
    })
    expect(await read(client, 2)).toEqual([1, 2])
    answer = fail
    requested = []
    await expect(read(clientOf(), 2)).rejects.toThrow()
    expect(requested).toHaveLength(11)
  })

  test('throws at once for an error that a retry would not resolve', async () => {
    answer = respondsError(410, 'gone')
    await expect(read(clientOf(), 2)).rejects.toMatchObject({ code: 'gone', status: 410 })
    expect(requested).toHaveLength(1)
  })

  test('ends with the reason of its signal while it waits', async () => {
    const controller = new AbortController()
    const client = clientOf({}, () => controller.abort('enough'))
    await expect(read(client, 100, controller.signal)).rejects.toBe('enough')
  })
})

test('wait ends with its time or its signal, and leaves no listener on the signal', async () => {
  const { signal } = new AbortController()
  await wait(0.001, signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
  await expect(wait(1_000, AbortSignal.abort('enough'))).rejects.toBe('enough')
})
