import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorEnvelope } from '../schemas/error.ts'
import { setDatabases } from '../shared/db/serving.ts'
import { generateKey } from '../shared/keys/key-format.ts'
import { validator } from '../shared/platform/validation.ts'
import { type SampleMark, sampleMarks } from '../test/support/marks.ts'
import { parseAnswer, type RawAnswer, sendRaw } from '../test/support/raw-http.ts'
import { ask, startTestService, type TestService } from '../test/support/service.ts'
import { router } from './router.ts'
import { startServer } from './server.ts'

const [mark] = sampleMarks() as [SampleMark]
const path = `/v1/brands/${mark.nroSolicitud}`
const envelopeProblems = validator(errorEnvelope)

let service: TestService
let key: string

beforeAll(async () => {
  service = await startTestService({ marks: [mark], limits: { headersTimeout: 300, requestTimeout: 600 } })
  key = await service.key()
})
afterAll(() => service.stop())

const send = async (bytes: string | Buffer, options?: { end: boolean }): Promise<RawAnswer> =>
  parseAnswer(await sendRaw(service.address, bytes, options))

function expectEnvelope(answer: RawAnswer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({ status, code })
  expect(envelopeProblems(answer.body)).toEqual([])
  expect(answer.headers['x-request-id']).toBe(answer.body.error.requestId)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
}

describe('invalid HTTP is answered with the error envelope', () => {
  test.each([
    ['an invalid request line', 'HELLO\r\n\r\n'],
    ['a TLS handshake', Buffer.from('160301020001000100', 'hex')],
    ['a space in the URL', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost x\r\n\r\n'],
    [
      'a request id folded over two lines',
      `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\r\n b\r\n\r\n`,
    ],
    ['a CR in a request id', `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\rb\r\n\r\n`],
    ['NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-API-Key: a\0b\r\n\r\n'],
    [
      'two values of Content-Length',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'Content-Length and chunks',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two hosts', 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nhost: y\r\n\r\n'],
    ['an invalid Host', 'GET /health HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n'],
  ])('%s: 400', async (_, bytes) => {
    expectEnvelope(await send(bytes), 400, 'validation_error')
  })

  test.each([
    ['a query', 'GET /v1/brands?q=café HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a path', 'GET /v1/brands/ñ HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a second request', `GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\nGET /ñ HTTP/1.1\r\n\r\n`],
  ])('the response to a character outside ASCII in %s asks for percent-encoding', async (_, bytes) => {
    const text = await sendRaw(service.address, bytes)
    const answer = parseAnswer(text.slice(text.lastIndexOf('HTTP/1.1 ')))
    expectEnvelope(answer, 400, 'validation_error')
    expect(answer.body.error.message).toBe(
      'The request URL contains characters outside ASCII; percent-encode them as UTF-8, for example é as %C3%A9',
    )
  })

  test('another invalid character in the URL gets no advice about percent-encoding', async () => {
    const answer = await send('GET /\u0001é HTTP/1.1\r\nHost: x\r\n\r\n')
    expectEnvelope(answer, 400, 'validation_error')
    expect(answer.body.error.message).toBe('The request is not valid HTTP')
  })

  const CHUNKED = 'POST /mcp HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked'
  test.each([
    ['before an invalid header', 'GET / HTTP/1.1\r\nX-Request-Id: mine-1\r\nBad header\r\n\r\n'],
    ['after an invalid URL', 'GET /é HTTP/1.1\r\nHost: x\r\nx-request-id:\tmine-1 \r\n\r\n'],
    ['of a request with invalid chunks', `${CHUNKED}\r\nX-Request-Id: mine-1\r\n\r\nzz\r\n`],
    ['of a request with an incomplete body', `${CHUNKED}\r\nX-Request-Id: mine-1\r\n\r\n5\r\nab`],
    [
      'after another request',
      'GET /nowhere HTTP/1.1\r\nHost: x\r\nX-Request-Id: other\r\n\r\nGET /é HTTP/1.1\r\nX-Request-Id: mine-1\r\n\r\n',
    ],
  ])('the X-Request-Id %s is in the response', async (_, bytes) => {
    const text = await sendRaw(service.address, bytes)
    const answer = parseAnswer(text.slice(text.lastIndexOf('HTTP/1.1 ')))
    expect(answer.body.error.requestId).toBe('mine-1')
    expect(answer.headers['x-request-id']).toBe('mine-1')
  })

  test.each([
    ['is incomplete', 'GET /é HTTP/1.1\r\nX-Request-Id: mine-1'],
    ['is folded over two lines', 'GET /é HTTP/1.1\r\nX-Request-Id: mine-1\r\n 2\r\n\r\n'],
    ['is not acceptable', 'GET /é HTTP/1.1\r\nX-Request-Id: mine 1\r\n\r\n'],
    ['is too long', `GET /é HTTP/1.1\r\nX-Request-Id: mine-${'1'.repeat(200)}\r\n\r\n`],
    ['is sent twice', 'GET /é HTTP/1.1\r\nX-Request-Id: mine-1\r\nX-Request-Id: mine-2\r\n\r\n'],
    [
      'belongs to an earlier request',
      'GET /nowhere HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine-1\r\n\r\nGET /é HTTP/1.1\r\n\r\n',
    ],
  ])('an X-Request-Id of an unreadable request that %s is replaced', async (_, bytes) => {
    const text = await sendRaw(service.address, bytes)
    const answer = parseAnswer(text.slice(text.lastIndexOf('HTTP/1.1 ')))
    expectEnvelope(answer, 400, 'validation_error')
    expect(answer.body.error.requestId).not.toContain('mine')
  })

  test('an encoded line break in a header adds no header to the response', async () => {
    const answer = await send(
      `GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: a%0d%0aSet-Cookie: b\r\n\r\n`,
    )
    expectEnvelope(answer, 404, 'not_found')
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

describe('every response has headers that keep browsers from rendering or sniffing it', () => {
  const TOLD = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    date: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
  }
  const NOT_TOLD = ['server', 'x-powered-by', 'strict-transport-security'] // the last one: this server has no TLS

  const whole = (line: string, ...headers: string[]): string =>
    [line, 'Host: 127.0.0.1', 'Connection: close', ...headers, '\r\n'].join('\r\n')
  const mcp = (body: string, ...headers: string[]): string =>
    whole(
      'POST /mcp HTTP/1.1',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      ...headers,
    ) + body

  test.each([
    ['a mark', 200, () => whole(`GET ${path} HTTP/1.1`, `X-API-Key: ${key}`)],
    ['HEAD of health', 200, () => whole('HEAD /health HTTP/1.1')],
    ['no key', 401, () => whole(`GET ${path} HTTP/1.1`)],
    ['an unknown route', 404, () => whole('POST /v1/brands HTTP/1.1')],
    ['a notification', 202, () => mcp('{"jsonrpc":"2.0","method":"notifications/initialized"}')],
    ['an invalid message', 400, () => mcp('[]')],
    ['GET at the MCP server', 405, () => whole('GET /mcp HTTP/1.1')],
    ['another origin', 403, () => mcp('{}', 'Origin: http://a.b')],
    ['a long URL', 414, () => whole(`GET /${'x'.repeat(9_000)} HTTP/1.1`)],
    ['bytes that the parser rejects', 400, () => 'HELLO\r\n\r\n'],
    ['headers that are too large', 431, () => whole('GET / HTTP/1.1', `A: ${'x'.repeat(60_000)}`)],
    ['a tunnel', 404, () => whole('CONNECT a:1 HTTP/1.1')],
  ])('%s: %i', async (_, status, bytes) => {
    const answer = await send(bytes())
    expect({ status: answer.status, ...answer.headers }).toMatchObject({ status, ...TOLD })
    expect(Object.keys(answer.headers).filter((name) => NOT_TOLD.includes(name))).toEqual([])
  })
})

describe('request limits', () => {
  test.each([8 * 1024 + 1, 20_000, 100_000])('a URL of %i bytes: 414', async (length) => {
    expectEnvelope(
      await send(`GET /${'x'.repeat(length - 1)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      414,
      'uri_too_long',
    )
  })

  test('a URL of 8 KiB is accepted', async () => {
    const answer = await send(
      `GET /${'x'.repeat(8 * 1024 - 1)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expectEnvelope(answer, 404, 'not_found')
  })

  test.each([40_000, 200_000])('headers of %i bytes: 431', async (length) => {
    expectEnvelope(
      await send(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${'x'.repeat(length)}\r\n\r\n`,
      ),
      431,
      'headers_too_large',
    )
  })

  test('a body of more than 256 KiB: 413, with Content-Length or in chunks', async () => {
    const announced = `POST /v1/brands HTTP/1.1\r\nHost: x\r\nContent-Length: ${257 * 1024}\r\n\r\n`
    expectEnvelope(await send(announced), 413, 'payload_too_large')
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const chunks = `POST /v1/brands HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`
    expectEnvelope(await send(chunks), 413, 'payload_too_large')
  })

  test('the body of a GET is ignored, and the next request on the connection is answered', async () => {
    const get = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n`
    const text = await sendRaw(
      service.address,
      `${get}Content-Length: 5\r\n\r\nGET /${get}Connection: close\r\n\r\n`,
    )
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  })

  test('pipelined requests are answered in their order, also if a later one is ready first', async () => {
    const slow = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`
    const fast = `GET /nowhere HTTP/1.1\r\nHost: x\r\n`
    const text = await sendRaw(service.address, `${slow}${fast}\r\n${slow}${fast}Connection: close\r\n\r\n`)
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 200',
      'HTTP/1.1 404',
      'HTTP/1.1 200',
      'HTTP/1.1 404',
    ])
  })

  test('an incomplete body: 400', async () => {
    const answer = await send('POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc', {
      end: true,
    })
    expectEnvelope(answer, 400, 'validation_error')
  })

  test('headers or a body that do not arrive in time: 408', async () => {
    expectEnvelope(await send('GET / HTTP/1.1\r\nHost:'), 408, 'request_timeout')
    expectEnvelope(
      await send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc'),
      408,
      'request_timeout',
    )
  })
})

describe('rare forms of a request', () => {
  test.each([
    ['an absolute URL', `GET http://elsewhere${path} HTTP/1.1\r\nHost: x\r\n`],
    ['HTTP/1.0 without a Host', `GET ${path} HTTP/1.0\r\n`],
    ['an ignored upgrade', `GET ${path} HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\n`],
    [
      'Expect: 100-continue',
      `GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 0\r\n`,
    ],
    ['an unknown expectation', `GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n`],
  ])('%s: answered', async (_, head) => {
    const text = await sendRaw(service.address, `${head}X-API-Key: ${key}\r\nConnection: close\r\n\r\n`)
    expect(text).toContain('200 OK')
    expect(text).toContain(`"nroSolicitud":"${mark.nroSolicitud}"`)
  })

  test.each(['', 'x', 'marks.example:8080', '127.0.0.1', '[::1]:80', 'xn--nand-6pa.example.'])(
    'Host: %j is valid',
    async (host) => {
      const answer = await send(`GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      expect(answer.status).toBe(200)
    },
  )

  test('a complete request is answered after the client has closed its side', async () => {
    const bytes = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`
    expect((await send(bytes, { end: true })).status).toBe(200)
    expect((await sendRaw(service.address, bytes.repeat(3), { end: true })).match(/200 OK/g)).toHaveLength(3)
  })

  test.each([
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n'],
    ['a URL that is only a query', 'GET ?a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ])('%s: 404 or 400 in the envelope', async (_, bytes) => {
    const answer = await send(bytes)
    expect([400, 404]).toContain(answer.status)
    expect(envelopeProblems(answer.body)).toEqual([])
  })

  test.each([
    ['nonsense', 'NONSENSE\r\n\r\n', 400],
    [
      'a body in broken chunks',
      'POST /health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
    ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 404],
  ])('complete requests before %s on the same connection are answered', async (_, bytes, status) => {
    const good = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`
    const unknown = 'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n'
    for (const before of [good, good + good, good + unknown]) {
      const text = await sendRaw(service.address, before + bytes)
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, found]) => Number(found))
      const expected = before
        .split('GET ')
        .slice(1)
        .map((request) => (request.startsWith('/nowhere') ? 404 : 200))
      expect(statuses).toEqual([...expected, status])
    }
  })
})

describe('one client', () => {
  test('that pipelines thousands of requests neither starves others nor fails the health check', async () => {
    // This server has the default timeouts, because a busy machine may delay the first byte of a request.
    const patient = await startServer({ host: '127.0.0.1', port: 0, handler: router })
    const { hostname, port } = new URL(patient.address)
    const stranger = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${generateKey()}\r\n\r\n`
    const flood = connect(Number(port), hostname)
    flood.on('error', () => {}).resume()
    const flooded = new Promise((resolve) => flood.on('close', resolve))
    flood.write(stranger.repeat(5_000))
    const others = await Promise.all(
      ['/health', path, '/health', path].map((other) => ask(patient, other, { key })),
    )
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await flooded
    await patient.stop()
  })
})

describe('stopping', () => {
  test.each([
    ['has sent nothing', ''],
    ['has sent a part of its headers', 'GET / HTTP/1.1\r\nHost:'],
    ['is idle after a response', 'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['requested a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n'],
  ])('does not wait for a connection that %s', async (_, bytes) => {
    const server = await startServer({
      host: '127.0.0.1',
      port: 0,
      handler: async () => ({ statusCode: 200, body: '{}' }),
    })
    const { hostname, port } = new URL(server.address)
    const socket = connect(Number(port), hostname)
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve))
    await new Promise((resolve) => socket.once('connect', resolve))
    if (bytes !== '') {
      socket.write(bytes)
      if (!bytes.endsWith('Host:')) {
        await new Promise((resolve) => socket.once('data', resolve))
      }
    }
    await server.stop()
    await closed
  })

  test('answers the requests in flight, accepts no new one, and closes their connections', async () => {
    let release = (): void => {}
    let started = (): void => {}
    const underWay = new Promise<void>((resolve) => {
      started = resolve
    })
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = await startServer({
      host: '127.0.0.1',
      port: 0,
      handler: async () => {
        started()
        await held
        return { statusCode: 200, body: '{"done":true}' }
      },
    })
    const inFlight = fetch(slow.address)
    await underWay
    const stopped = slow.stop()
    await expect(fetch(slow.address)).rejects.toThrow()
    release()
    const response = await inFlight
    expect(await response.json()).toEqual({ done: true })
    expect(response.headers.get('connection')).toBe('close')
    await stopped
  })
})

test('a handler that throws outside of its middleware is a 500 without its reason', async () => {
  const broken = await startServer({
    host: '127.0.0.1',
    port: 0,
    handler: async () => {
      throw new Error('secret detail')
    },
  })
  const answer = await ask(broken, '/')
  expect(answer).toMatchObject({ status: 500, body: { error: { code: 'internal_error' } } })
  expect(JSON.stringify(answer.body)).not.toContain('secret')
  await broken.stop()
})

describe('a path with nested percent encoding', () => {
  const nested = (levels: number): string => `/%${'25'.repeat(levels)}`

  test.each([
    ['GET', 20_000, 414, 'uri_too_long'],
    ['CONNECT', 12_000, 404, 'not_found'],
    ['GET', 4_000, 404, 'not_found'],
  ])('in a %s with %i levels is answered like any other', async (method, levels, status, code) => {
    const head = `${method} ${nested(levels)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    expectEnvelope(await send(head), status, code)
  })
})

test('a client that requests a tunnel after another request and resets the connection affects no other client', async () => {
  const { hostname, port } = new URL(service.address)
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\nCONNECT /docs HTTP/1.1\r\nHost: x\r\n\r\n`
  for (let round = 0; round < 40; round++) {
    const socket = connect(Number(port), hostname, () => socket.write(head))
    await once(socket, 'connect')
    for (let turn = 0; turn < round % 8; turn++) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    socket.resetAndDestroy()
  }
  expect((await ask(service, path, { key })).status).toBe(200)
})

test('a client that disconnects during a request affects no other client', async () => {
  const { hostname, port } = new URL(service.address)
  await Promise.all(
    Array.from(
      { length: 50 },
      () =>
        new Promise<void>((resolve) => {
          const sent = request({ hostname, port, path, headers: { 'X-API-Key': key } })
          sent.on('error', () => resolve())
          sent.flushHeaders()
          sent.on('socket', (socket) => socket.on('connect', () => sent.destroy(new Error('gone'))))
        }),
    ),
  )
  expect((await ask(service, path, { key })).status).toBe(200)
})

test('a handler without a database responds with 500, without a reason', async () => {
  setDatabases({
    serving: {
      query: () => Promise.reject(new Error('relation "brand" does not exist')),
      transaction: () => Promise.reject(new Error('no')),
      copyIn: () => Promise.reject(new Error('no')),
      snapshot: () => Promise.reject(new Error('no')),
      aside: { query: () => Promise.reject(new Error('no')) },
      use: () => ({ open: 0, idle: 0, most: 0, waiting: 0 }),
      close: async () => {},
    },
  })
  const answer = await ask(service, path, { key })
  setDatabases({ serving: service.database.open('trademark_serve') })
  expect(answer).toMatchObject({ status: 500, body: { error: { message: 'Internal server error' } } })
  expect(JSON.stringify(answer.body)).not.toContain('brand')
})
