import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_MESSAGE_BYTES } from '../../shared/mcp/message.ts'
import {
  errorOf,
  expectEnvelope,
  expectRefusal,
  itemsOf,
  JSON_TYPE,
  type McpService,
  PING,
  PONG,
  request,
  type Sent,
  startMcpService,
} from '../../test/support/mcp-service.ts'

let mcp: McpService
beforeAll(async () => {
  mcp = await startMcpService()
})
afterAll(() => mcp.service.stop())

describe('media types', () => {
  test.each(['*/*', 'text/html', 'application/json', 'text/event-stream', 'application/json;q=0', 'x'])(
    'Accept: %s is answered with JSON',
    async (accept) => {
      const answer = await mcp.ask('ping', undefined, { accept })
      expect(answer).toMatchObject({ status: 200, body: PONG })
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    },
  )

  test('a request without Accept is answered with JSON', async () => {
    const answer = await mcp.raw(`Content-Type: application/json\r\n`, PING)
    expect(answer).toMatchObject({ status: 200, body: PONG })
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;x=y'])(
    'Content-Type: %s is JSON',
    async (type) => {
      expect((await mcp.ask('ping', undefined, { 'content-type': type })).body).toEqual(PONG)
    },
  )

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
  ])('Content-Type: %s is 415', async (type) => {
    const answer = await mcp.ask('ping', undefined, { 'content-type': type })
    expectRefusal(answer, 415, -32_000)
  })

  test('no Content-Type is 415', async () => {
    expect((await mcp.raw('', PING)).status).toBe(415)
  })
})

describe('Origin', () => {
  const own = (host: string): string => `http://${host}:${new URL(mcp.service.address).port}`

  test('is allowed for each loopback name with the port of the server', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      expect((await mcp.ask('ping', undefined, { origin: own(host) })).body).toEqual(PONG)
    }
  })

  test.each(['https://evil.example', 'null', 'http://127.0.0.1', 'http://localhost:1', 'http://127.0.0.1:1'])(
    '%s is refused',
    async (origin) => {
      const answer = await mcp.ask('ping', undefined, { origin })
      expectEnvelope(answer, 403, 'origin_not_allowed')
      expect(answer.headers.get('x-request-id')).toBe(answer.body.error.requestId)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  test('that is refused: no tool is called, and the key is not charged', async () => {
    const stolen = await mcp.service.key({ consumer: 'stolen' })
    const headers = { origin: 'https://evil.example', 'x-api-key': stolen }
    const answer = await mcp.ask('tools/call', { name: 'search_brands', arguments: {} }, headers)
    expectEnvelope(answer, 403, 'origin_not_allowed')
    expect(await mcp.spent('stolen')).toBe(0)
  })

  test('is checked before the method, for GET, OPTIONS and DELETE too', async () => {
    for (const method of ['GET', 'OPTIONS', 'DELETE']) {
      const answer = await mcp.post(undefined, { method, headers: { origin: 'https://evil.example' } })
      expectEnvelope(answer, 403, 'origin_not_allowed')
    }
  })

  test('is ignored by REST, whose responses no browser lets a page read', async () => {
    const answer = await mcp.post(undefined, { method: 'GET', path: '/health', headers: { origin: 'null' } })
    expect(answer.status).toBe(200)
  })
})

describe('Host', () => {
  test.each(['evil.example', 'evil.example:80', 'localhost.evil.example', '192.0.2.1', ''])(
    '%j is refused, to prevent DNS rebinding',
    async (host) => {
      expectEnvelope(await mcp.raw(JSON_TYPE, PING, { host }), 403, 'origin_not_allowed')
    },
  )

  test.each(['localhost', 'localhost:1234', '127.0.0.1', '[::1]:80'])('%j is allowed', async (host) => {
    expect((await mcp.raw(JSON_TYPE, PING, { host })).body).toEqual(PONG)
  })
})

describe('the address', () => {
  test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])('answers %s with 405', async (method) => {
    const answer = await mcp.post(undefined, { method })
    expectEnvelope(answer, 405, 'method_not_allowed')
    expect(answer.headers.get('allow')).toBe('POST')
    expect(answer.headers.get('x-request-id')).toBe(answer.body.error.requestId)
  })

  test('answers HEAD with 405, without a body', async () => {
    const answer = await mcp.post(undefined, { method: 'HEAD' })
    expect(answer).toMatchObject({ status: 405, body: undefined })
    expect(answer.headers.get('allow')).toBe('POST')
  })

  test('answers a GET for a stream with 405, which means that the server offers none', async () => {
    const answer = await mcp.post(undefined, { method: 'GET', headers: { accept: 'text/event-stream' } })
    expectEnvelope(answer, 405, 'method_not_allowed')
  })

  test.each(['/mcp/', '/MCP', '//mcp', '/mcp/x', '/v1/mcp', '/mcp%2F', '/%6Dcp'])(
    'is exact: %s is 404',
    async (path) => {
      expectEnvelope(await mcp.post(PING, { path }), 404, 'not_found')
    },
  )

  test('may have a query, which is ignored', async () => {
    expect((await mcp.post(PING, { path: '/mcp?sessionId=1' })).body).toEqual(PONG)
  })
})

describe('x-request-id', () => {
  const headers = { 'x-request-id': 'mine-1', 'x-api-key': 'tmk_wrong' }

  test('is the id of the client in every response', async () => {
    for (const [body, sent] of [
      [PING, {}],
      ['[]', {}],
      ['{', {}],
      ['{"jsonrpc":"2.0","method":"notifications/x"}', {}],
      [PING.padEnd(MAX_MESSAGE_BYTES + 1), {}],
      [undefined, { method: 'GET' }],
      [undefined, { path: '/mcp/' }],
      [PING, { headers: { origin: 'null' } }],
    ] as [string | undefined, Sent][]) {
      const answer = await mcp.post(body, { ...sent, headers: { ...headers, ...sent.headers } })
      expect(answer.headers.get('x-request-id')).toBe('mine-1')
      expect(answer.body?.error?.requestId ?? 'mine-1').toBe('mine-1')
    }
  })

  test('is in the envelope of an error result, too', async () => {
    const answer = await mcp.ask('tools/call', { name: 'search_brands' }, headers)
    expect(errorOf(answer)).toMatchObject({ code: 'unauthorized', requestId: 'mine-1' })
    const own = await mcp.ask('tools/call', { name: 'search_brands' })
    expect(errorOf(own).requestId).toBe(own.headers.get('x-request-id'))
  })
})

describe('connections', () => {
  test('that a client closes at once are charged one unit each at most', async () => {
    const gone = await mcp.service.key({ consumer: 'gone' })
    const body = JSON.stringify(request('tools/call', { name: 'search_brands', arguments: {} }))
    const bytes =
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}X-API-Key: ${gone}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`
    const { hostname, port } = new URL(mcp.service.address)
    const calls = 20
    for (let count = 0; count < calls; count++) {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      await new Promise((resolve) => socket.write(bytes, resolve))
      socket.destroy()
    }
    const own = await mcp.ask('tools/call', { name: 'search_brands' }, { 'x-api-key': gone })
    expect(itemsOf(own)).toHaveLength(20)
    const used = await mcp.spent('gone')
    expect(used).toBeGreaterThanOrEqual(1)
    expect(used).toBeLessThanOrEqual(calls + 1)
  })

  test('do not block others, even if 1,000 are idle', async () => {
    const { hostname, port } = new URL(mcp.service.address)
    const sockets: Socket[] = []
    try {
      for (let count = 0; count < 1_000; count++) {
        const socket = connect(Number(port), hostname).on('error', () => {})
        sockets.push(socket)
        await once(socket, 'connect')
      }
      expect(await mcp.raw(JSON_TYPE, PING)).toMatchObject({ status: 200, body: PONG })
    } finally {
      for (const socket of sockets) {
        socket.destroy()
      }
    }
  })
})
