import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { errorEnvelope } from '../../schemas/error.ts'
import { tools } from '../../schemas/tools.ts'
import { type Database, openDatabase } from '../../shared/db/database.ts'
import { setDatabases } from '../../shared/db/serving.ts'
import { listKeys } from '../../shared/keys/keys.ts'
import { validator } from '../../shared/platform/validation.ts'
import { type SampleMark, sampleMarks } from '../../test/support/marks.ts'
import { parseAnswer, type RawAnswer, sendRaw } from '../../test/support/raw-http.ts'
import { type Answer, startTestService, type TestService } from '../../test/support/service.ts'

const marks = sampleMarks().slice(0, 30) as [SampleMark, ...SampleMark[]]
const [mark] = marks
const envelopeProblems = validator(errorEnvelope)
const MOST_BYTES = 256 * 1024

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ marks })
  key = await service.key()
})
afterAll(() => service.stop())

type Headers = Record<string, string>
interface Sent {
  address?: string
  path?: string
  method?: string
  headers?: Headers
  body?: string
}

/** Sends bytes to the MCP server as they are; every answer is JSON or empty, and carries a request id. */
async function post(body: string | undefined, sent: Sent = {}): Promise<Answer> {
  const { address = service.address, path = '/mcp', method = 'POST', headers = {} } = sent
  const response = await fetch(address + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  const isJson = /^application\/json(;|$)/.test(response.headers.get('content-type') ?? '')
  expect(isJson || text === '').toBe(true)
  expect(response.headers.get('x-request-id')).toMatch(/^[\x21-\x7E]{1,200}$/)
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

const rpc = (method: string, params?: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  ...(params && { params }),
})
const ask = (method: string, params?: object, headers?: Headers): Promise<Answer> =>
  post(JSON.stringify(rpc(method, params)), headers === undefined ? {} : { headers })
const PING = JSON.stringify(rpc('ping'))
const PONG = { jsonrpc: '2.0', id: 1, result: {} }

/** A call of a tool with a key; `args` is JSON, also such as no object could be written for. */
const callRaw = (args: string, name = 'search_brands'): Promise<Answer> =>
  post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`, {
    headers: { 'x-api-key': key },
  })
const call = (args: unknown, name?: string): Promise<Answer> => callRaw(JSON.stringify(args), name)

function expectRefusal(answer: Answer, status: number, code: number): void {
  expect({ status: answer.status, ...answer.body }).toEqual({
    status,
    jsonrpc: '2.0',
    id: null,
    error: { code, message: expect.any(String) },
  })
}

function expectEnvelope(answer: Answer | RawAnswer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({ status, code })
  expect(envelopeProblems(answer.body)).toEqual([])
}

/** The error in the result of a call, which is no error of JSON-RPC or HTTP. */
function errorOf({ status, body }: Answer) {
  expect({ status, isError: body.result?.isError }).toEqual({ status: 200, isError: true })
  const envelope = JSON.parse(body.result.content[0].text)
  expect(envelopeProblems(envelope)).toEqual([])
  return envelope.error
}

const itemsOf = ({ body }: Answer) => JSON.parse(body.result.content[0].text).items
const spent = async (id: string): Promise<number> =>
  (await listKeys(service.owner)).find(({ consumer }) => consumer === id)?.monthUsed ?? 0

describe('a body that is no message', () => {
  test.each([
    ['one request', [rpc('ping')]],
    [
      'a request and its own cancellation',
      [rpc('ping'), { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }],
    ],
    ['nothing', []],
    ['anything', [1, null]],
  ])('because it is an array of %s: 400, Invalid Request', async (_, body) => {
    expectRefusal(await post(JSON.stringify(body)), 400, -32_600)
  })

  test.each(['{"jsonrpc":', 'ping', '<html>', '{"jsonrpc":"2.0","id":1,"method":"ping"} x', ' '])(
    'because it is no JSON: 400, Parse error: %j',
    async (body) => {
      expectRefusal(await post(body), 400, -32_700)
    },
  )

  test('because there is none: 400, Parse error', async () => {
    expectRefusal(await post(undefined), 400, -32_700)
    expectRefusal(await post(''), 400, -32_700)
  })

  test.each(['null', '5', '"x"', 'true', '{}', '{"jsonrpc":"2.0","id":null,"method":"ping"}', '{"id":{}}'])(
    'because it is JSON without a message: 400, Invalid Request: %s',
    async (body) => {
      expectRefusal(await post(body), 400, -32_600)
    },
  )

  test('because it is an older JSON-RPC: refused under its own id', async () => {
    const answer = await post('{"jsonrpc":"1.0","id":7,"method":"ping"}')
    expect(answer).toMatchObject({ status: 400, body: { id: 7, error: { code: -32_600 } } })
  })

  test('because it is larger than 256 KiB: 413, in the envelope', async () => {
    for (const length of [MOST_BYTES + 1, 257 * 1024]) {
      const answer = await post(PING.padEnd(length))
      expectEnvelope(answer, 413, 'payload_too_large')
      expect(answer.headers.get('x-request-id')).toBe(answer.body.error.requestId)
    }
  })

  test('does not count what is exactly 256 KiB, in bytes', async () => {
    expect((await post(PING.padEnd(MOST_BYTES))).body).toEqual(PONG)
    const wide = JSON.stringify(rpc('ping', { _meta: { x: 'ñ'.repeat(1_000) } }))
    const bytes = Buffer.byteLength(wide)
    expect((await post(wide + ' '.repeat(MOST_BYTES - bytes))).body).toEqual(PONG)
    expectEnvelope(await post(wide + ' '.repeat(MOST_BYTES - bytes + 1)), 413, 'payload_too_large')
  })
})

describe('the forms that a client names', () => {
  test.each(['*/*', 'text/html', 'application/json', 'text/event-stream', 'application/json;q=0', 'x'])(
    'Accept: %s is answered with JSON',
    async (accept) => {
      const answer = await ask('ping', undefined, { accept })
      expect(answer).toMatchObject({ status: 200, body: PONG })
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    },
  )

  test('no Accept at all is answered with JSON', async () => {
    const answer = await raw(`Content-Type: application/json\r\n`, PING)
    expect(answer).toMatchObject({ status: 200, body: PONG })
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;x=y'])(
    'Content-Type: %s is JSON',
    async (type) => {
      expect((await ask('ping', undefined, { 'content-type': type })).body).toEqual(PONG)
    },
  )

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
  ])('Content-Type: %s, which a form of any page can send, is 415', async (type) => {
    const answer = await ask('ping', undefined, { 'content-type': type })
    expectRefusal(answer, 415, -32_000)
  })

  test('no Content-Type is 415', async () => {
    expect((await raw('', PING)).status).toBe(415)
  })
})

/** A POST as no HTTP library would send it. */
const raw = async (
  headers: string,
  body: string,
  { host = '127.0.0.1', path = '/mcp' } = {},
): Promise<RawAnswer> =>
  parseAnswer(
    await sendRaw(
      service.address,
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
  )
const JSON_TYPE = 'Content-Type: application/json\r\n'

describe('Origin', () => {
  const own = (host: string): string => `http://${host}:${new URL(service.address).port}`

  test('of ours passes: under each name of the loopback, with our port', async () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      expect((await ask('ping', undefined, { origin: own(host) })).body).toEqual(PONG)
    }
  })

  test.each(['https://evil.example', 'null', 'http://127.0.0.1', 'http://localhost:1', 'http://127.0.0.1:1'])(
    '%s is refused',
    async (origin) => {
      const answer = await ask('ping', undefined, { origin })
      expectEnvelope(answer, 403, 'origin_not_allowed')
      expect(answer.headers.get('x-request-id')).toBe(answer.body.error.requestId)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  test('that is refused calls no tool and takes no unit', async () => {
    const stolen = await service.key({ consumer: 'stolen' })
    const headers = { origin: 'https://evil.example', 'x-api-key': stolen }
    const answer = await ask('tools/call', { name: 'search_brands', arguments: {} }, headers)
    expectEnvelope(answer, 403, 'origin_not_allowed')
    expect(await spent('stolen')).toBe(0)
  })

  test('is looked at before the method: a page learns nothing by GET, OPTIONS or DELETE', async () => {
    for (const method of ['GET', 'OPTIONS', 'DELETE']) {
      const answer = await post(undefined, { method, headers: { origin: 'https://evil.example' } })
      expectEnvelope(answer, 403, 'origin_not_allowed')
    }
  })

  test('means nothing to REST, where no browser gets at an answer', async () => {
    const answer = await post(undefined, { method: 'GET', path: '/health', headers: { origin: 'null' } })
    expect(answer.status).toBe(200)
  })
})

describe('Host', () => {
  test.each(['evil.example', 'evil.example:80', 'localhost.evil.example', '192.0.2.1', ''])(
    '%j is none of this service, which a rebound name has led to',
    async (host) => {
      expectEnvelope(await raw(JSON_TYPE, PING, { host }), 403, 'origin_not_allowed')
    },
  )

  test.each(['localhost', 'localhost:1234', '127.0.0.1', '[::1]:80'])('%j is one', async (host) => {
    expect((await raw(JSON_TYPE, PING, { host })).body).toEqual(PONG)
  })
})

describe('the address', () => {
  test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])('answers %s with 405', async (method) => {
    const answer = await post(undefined, { method })
    expectEnvelope(answer, 405, 'method_not_allowed')
    expect(answer.headers.get('allow')).toBe('POST')
    expect(answer.headers.get('x-request-id')).toBe(answer.body.error.requestId)
  })

  test('answers HEAD with 405, without a body', async () => {
    const answer = await post(undefined, { method: 'HEAD' })
    expect(answer).toMatchObject({ status: 405, body: undefined })
    expect(answer.headers.get('allow')).toBe('POST')
  })

  test('answers a GET that asks for a stream with 405, which clients take for "there is none"', async () => {
    const answer = await post(undefined, { method: 'GET', headers: { accept: 'text/event-stream' } })
    expectEnvelope(answer, 405, 'method_not_allowed')
  })

  test.each(['/mcp/', '/MCP', '//mcp', '/mcp/x', '/v1/mcp', '/mcp%2F', '/%6Dcp'])(
    'is no other: %s is 404',
    async (path) => {
      expectEnvelope(await post(PING, { path }), 404, 'not_found')
    },
  )

  test('may have a query, which means nothing', async () => {
    expect((await post(PING, { path: '/mcp?sessionId=1' })).body).toEqual(PONG)
  })
})

const hello = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})

describe('a revision with a handshake', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    '%s is spoken: initialize, tools/list, tools/call',
    async (revision) => {
      const { body } = await ask('initialize', hello(revision))
      expect(body.result).toMatchObject({
        protocolVersion: revision,
        capabilities: { tools: {} },
        serverInfo: { name: 'trademark-read-service' },
        instructions: expect.stringContaining('SAMPLE DATA'),
      })
      const headers = { 'mcp-protocol-version': revision, 'x-api-key': key }
      const told = await post('{"jsonrpc":"2.0","method":"notifications/initialized"}', { headers })
      expect(told).toMatchObject({ status: 202, body: undefined })
      const list = await ask('tools/list', undefined, headers)
      expect(list.body.result.tools.map(({ name }: { name: string }) => name)).toEqual(
        Object.values(tools).map(({ name }) => name),
      )
      const found = await ask(
        'tools/call',
        { name: 'get_brand_detail', arguments: { nroSolicitud: mark.nroSolicitud } },
        headers,
      )
      expect(found.body.result.structuredContent).toMatchObject({ nroSolicitud: mark.nroSolicitud })
      expect(JSON.parse(found.body.result.content[0].text)).toEqual(found.body.result.structuredContent)
    },
  )

  test.each(['1999-01-01', '', '2026-07-28', 'x'.repeat(100_000)])(
    'that nobody knows (%.12j) is answered with one that we speak',
    async (revision) => {
      const { status, body } = await ask('initialize', hello(revision))
      expect({ status, revision: body.result.protocolVersion }).toEqual({
        status: 200,
        revision: '2025-11-25',
      })
    },
  )

  test('that nobody knows, in the header of a later request, is 400', async () => {
    const answer = await ask('tools/list', undefined, { 'mcp-protocol-version': '1999-01-01' })
    expectRefusal(answer, 400, -32_000)
  })

  test('may be named by a header that means nothing to us: it is left out', async () => {
    // As bytes, é is none of the ASCII that a value of ours is made of.
    expect((await raw(`${JSON_TYPE}Mcp-Protocol-Version: é\r\n`, PING)).body).toEqual(PONG)
  })

  test('needs no session: none is given, and one that a client brings means nothing', async () => {
    const opened = await ask('initialize', hello('2025-06-18'), { 'mcp-session-id': 'abc' })
    expect(opened.headers.get('mcp-session-id')).toBeNull()
    expect((await ask('ping', undefined, { 'mcp-session-id': 'abc' })).body).toEqual(PONG)
  })
})

const MODERN = '2026-07-28'
/** What every request of the revision without a handshake carries. */
const envelope = (revision = MODERN) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
})
const askModern = (method: string, params: { name?: string } = {}, revision = MODERN): Promise<Answer> =>
  ask(
    method,
    { ...params, ...envelope(revision) },
    {
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...(params.name ? { 'mcp-name': params.name } : {}),
      'x-api-key': key,
    },
  )

describe('the revision without a handshake', () => {
  test('is discovered', async () => {
    const { status, body } = await askModern('server/discover')
    expect({ status, ...body.result }).toMatchObject({
      status: 200,
      supportedVersions: [MODERN],
      capabilities: { tools: {} },
      instructions: expect.stringContaining('SAMPLE DATA'),
    })
  })

  test('lists and calls the same tools', async () => {
    const { body: list } = await askModern('tools/list')
    const { body: older } = await ask('tools/list')
    expect(list.result.tools).toEqual(older.result.tools)
    expect(list.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' })
    const params = { name: 'get_brand_detail', arguments: { nroSolicitud: mark.nroSolicitud } }
    const { body: found } = await askModern('tools/call', params)
    expect(found.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { nroSolicitud: mark.nroSolicitud },
    })
  })

  test('tells an error of a tool in its result', async () => {
    const answer = await askModern('tools/call', { name: 'search_brands', ...{ arguments: { clases: 5 } } })
    expect(errorOf(answer)).toMatchObject({ code: 'validation_error', details: [{ didYouMean: 'clase' }] })
  })

  test('that comes after it is refused, with those that there are', async () => {
    const { status, body } = await askModern('tools/list', {}, '2099-01-01')
    expect({ status, ...body.error }).toMatchObject({
      status: 400,
      code: -32_022,
      data: { supported: [MODERN], requested: '2099-01-01' },
    })
  })

  test('has no subscriptions here: asking for one is answered at once, as JSON', async () => {
    const answer = await askModern('subscriptions/listen', {
      notifications: { toolsListChanged: true },
    } as object)
    expect(answer).toMatchObject({ status: 200, body: { id: 1, error: { code: expect.any(Number) } } })
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  })

  test.each([
    ['without its headers', envelope(), {}, -32_020],
    ['with a header of another method', envelope(), { 'mcp-method': 'tools/call' }, -32_020],
    ['with a header of another revision', envelope(), { 'mcp-protocol-version': '2025-06-18' }, -32_020],
    ['with its headers alone', {}, { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/list' }, -32_602],
    [
      'with half an envelope',
      { _meta: { 'io.modelcontextprotocol/protocolVersion': MODERN } },
      { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/list' },
      -32_602,
    ],
  ])('%s is 400, under the id of the request', async (_, params, headers: Headers, code) => {
    expect(await ask('tools/list', params, headers)).toMatchObject({
      status: 400,
      body: { id: 1, error: { code } },
    })
  })

  test('takes notifications without an answer', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/x', params: envelope() })
    const headers = { 'mcp-protocol-version': MODERN, 'mcp-method': 'notifications/x' }
    expect(await post(body, { headers })).toMatchObject({ status: 202, body: undefined })
  })
})

describe('a message that asks for nothing', () => {
  test.each([
    { method: 'notifications/initialized' },
    { method: 'notifications/cancelled', params: { requestId: 1 } },
    { method: 'notifications/nobody/knows' },
    { id: 1, result: {} },
    { id: 1, error: { code: 1, message: 'x' } },
  ])('%j: 202, without a body', async (message) => {
    const answer = await post(JSON.stringify({ jsonrpc: '2.0', ...message }))
    expect(answer).toMatchObject({ status: 202, body: undefined })
  })
})

describe('arguments', () => {
  test.each(['[]', '"x"', '5', 'true', '[{"q":"x"}]'])(
    '%s, which are no object, are an error of the protocol',
    async (args) => {
      expect(await callRaw(args)).toMatchObject({ status: 200, body: { id: 1, error: { code: -32_602 } } })
    },
  )

  test.each([{}, { arguments: null }])('that are left out are none: %j', async (params) => {
    const { body } = await ask('tools/call', { name: 'search_brands', ...params }, { 'x-api-key': key })
    expect(body.result.structuredContent.items).toHaveLength(20)
  })

  test('that are null are as if left out', async () => {
    const nothing = { q: null, clase: null, estado: null, limit: null, cursor: null }
    expect(itemsOf(await call(nothing))).toEqual(itemsOf(await call({})))
    expect(errorOf(await call({ nroSolicitud: null }, 'get_brand_detail')).details).toEqual([
      { field: 'nroSolicitud', reason: 'is required' },
    ])
  })

  test.each([
    ['{"limit":"5"}', 'limit'],
    ['{"limit":5.5}', 'limit'],
    ['{"limit":1e400}', 'limit'],
    ['{"limit":0}', 'limit'],
    ['{"clase":{"$gt":0}}', 'clase'],
    ['{"clase":true}', 'clase'],
    ['{"q":{"a":{"b":1}}}', 'q'],
    ['{"q":["x"]}', 'q'],
    ['{"q":5}', 'q'],
    ['{"q":""}', 'q'],
    ['{"estado":["REGISTRADA"]}', 'estado'],
    ['{"fechaDesde":20260101}', 'fechaDesde'],
    ['{"fechaDesde":"2026-02-30"}', 'fechaDesde'],
    ['{"cursor":"x"}', 'cursor'],
    ['{"offset":5}', 'offset'],
    ['{"offset":null}', 'offset'],
    ['{"constructor":1}', 'constructor'],
    ['{"toString":null}', 'toString'],
    ['{"hasOwnProperty":{}}', 'hasOwnProperty'],
    ['{"":1}', ''],
  ])('%s are a validation error that names %j', async (args, field) => {
    const error = errorOf(await callRaw(args))
    expect(error.code).toBe('validation_error')
    expect(error.details.map((detail: { field: string }) => detail.field)).toContain(field)
  })

  test('with a name close to one that there is tell which', async () => {
    const error = errorOf(await call({ clases: 5, limt: 5, fecha_desde: '2026-01-01' }))
    const meant = error.details.map(({ field, didYouMean }: Headers) => [field, didYouMean])
    expect(meant).toEqual([
      ['clases', 'clase'],
      ['limt', 'limit'],
      ['fecha_desde', 'fechaDesde'],
    ])
  })

  test('named __proto__ set nothing, neither here nor in the next call', async () => {
    const answer = await callRaw('{"__proto__":{"limit":1,"q":"x"}}')
    expect(answer.body.result.isError ?? itemsOf(answer).length === 20).toBe(true)
    const polluted = await callRaw('{"constructor":{"prototype":{"limit":1}}}')
    expect(errorOf(polluted).code).toBe('validation_error')
    expect(itemsOf(await call({}))).toHaveLength(20)
  })

  // The SDK drops this one name before anybody here sees it; REST tells it like any other.

  test.each([
    [
      '1,000 that nobody knows',
      Object.fromEntries(Array.from({ length: 1_000 }, (_, place) => [`x${place}`, 1])),
    ],
    ['a name of 100 KiB', { ['x'.repeat(100 * 1024)]: 1 }],
    ['a code of 100 KiB', { estado: 'x'.repeat(100 * 1024) }],
    ['a text of 100 KiB', { q: 'x'.repeat(100 * 1024) }],
    ['a cursor of 100 KiB', { cursor: 'x'.repeat(100 * 1024) }],
    ['a day of 100 KiB', { fechaDesde: 'x'.repeat(100 * 1024) }],
  ])('of %s get a small answer', async (_, args) => {
    const answer = await call(args)
    expect(errorOf(answer).code).toBe('validation_error')
    expect(JSON.stringify(answer.body).length).toBeLessThan(8_192)
  })

  test('of 100 KiB for a detail get a small answer', async () => {
    const answer = await call({ nroSolicitud: 'x'.repeat(100 * 1024) }, 'get_brand_detail')
    expect(errorOf(answer).code).toBe('validation_error')
    expect(JSON.stringify(answer.body).length).toBeLessThan(8_192)
  })

  test('with NUL, lone surrogates or U+2028 are texts like any other', async () => {
    for (const text of ['\\u0000', '1\\u00002', '\\ud800', 'a\\u2028b', '\\uffff']) {
      for (const [name, field] of [
        ['search_brands', 'q'],
        ['get_brand_detail', 'nroSolicitud'],
      ] as const) {
        const { status, body } = await callRaw(`{"${field}":"${text}"}`, name)
        expect(status).toBe(200)
        expect(body.result.content[0].text).not.toContain('internal_error')
      }
    }
  })
})

describe('a message that holds far more than any client has to say', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const within = (params: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`

  test.each([
    ['100,000 levels', deep],
    ['40,000 objects in each other', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
    ['levels as parameters', within(deep)],
    ['levels as a tool', within(`{"name":${deep}}`)],
    ['levels as an argument', within(`{"name":"search_brands","arguments":{"q":${deep}}}`)],
    ['levels beside the arguments', within(`{"name":"search_brands","_meta":{"x":${deep}}}`)],
    ['levels as an id', `{"jsonrpc":"2.0","id":${deep},"method":"ping"}`],
    [
      '80,000 objects beside each other',
      within(`{"name":"search_brands","arguments":[${'{},'.repeat(80_000)}1]}`),
    ],
    ['levels that never end', '{"a":'.repeat(40_000)],
  ])('%s: refused before it is parsed, and costs nothing', async (what, body) => {
    const consumer = `far more: ${what}`
    const headers = { 'x-api-key': await service.key({ consumer }) }
    expect(await post(body, { headers })).toMatchObject({ status: 400, body: { error: { code: -32_600 } } })
    expect(await spent(consumer)).toBe(0)
  })

  test('is not one that has brackets, commas and escaped quotes in its texts', async () => {
    const q = '[{"\\",'.repeat(9_000)
    const answer = await call({ q })
    expect(errorOf(answer)).toMatchObject({ code: 'validation_error', details: [{ field: 'q' }] })
  })
})

describe('the bytes of a body', () => {
  test('may begin with a byte order mark, which changes nothing', async () => {
    const { body } = await post(`\ufeff${JSON.stringify(rpc('initialize', hello('2025-06-18')))}`)
    expect(body.result.instructions).toContain('SAMPLE DATA')
    expect(await post('\ufeff[]')).toMatchObject({ status: 400, body: { error: { code: -32_600 } } })
  })

  test('that are not UTF-8 are no message, rather than another one', async () => {
    const text = JSON.stringify(rpc('tools/call', { name: 'search_brands', arguments: { q: 'café' } }))
    const response = await fetch(`${service.address}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: Buffer.from(text, 'latin1'),
    })
    expect({ status: response.status, code: JSON.parse(await response.text()).error.code }).toEqual({
      status: 400,
      code: -32_700,
    })
  })
})

describe('a request that is wrong for its method', () => {
  test.each([
    ['an unknown method', 'nobody/knows', {}, -32_601],
    ['an unknown tool', 'tools/call', { name: 'drop_tables' }, -32_602],
    ['a tool named __proto__', 'tools/call', { name: '__proto__' }, -32_602],
    ['a tool named by no text', 'tools/call', { name: 5 }, -32_602],
    ['no tool', 'tools/call', {}, -32_602],
  ])('%s is an error of the protocol, and costs nothing', async (what, method, params, code) => {
    const consumer = `wrong: ${what}`
    const headers = { 'x-api-key': await service.key({ consumer }) }
    const { status, body } = await ask(method, params, headers)
    expect({ status, code: body.error.code }).toEqual({ status: 200, code })
    expect(await spent(consumer)).toBe(0)
  })

  test('says so in few words, however many it had', async () => {
    for (const [method, params] of [
      ['x'.repeat(100_000), {}],
      ['tools/call', { name: 'x'.repeat(100_000) }],
      ['tools/call', { name: 'search_brands', arguments: 'x'.repeat(100_000) }],
    ] as const) {
      expect(JSON.stringify((await ask(method, params)).body).length).toBeLessThan(1_024)
    }
  })

  test('says so in few words also where each of 20,000 elements is wrong', async () => {
    const icons = Array.from({ length: 20_000 }, () => 0)
    const answer = await ask('initialize', {
      ...hello('2025-06-18'),
      clientInfo: { name: 't', version: '1', icons },
    })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: -32_600 } } })
    expect(JSON.stringify(answer.body).length).toBeLessThan(1_024)
  })

  test.each([1, 'x', 'x",y', '{"result"'])(
    'and where as many are as may be, to a request with the id %j',
    async (id) => {
      const icons = Array.from({ length: 1_900 }, () => 0)
      const params = { ...hello('2025-06-18'), clientInfo: { name: 't', version: '1', icons } }
      const answer = await post(JSON.stringify({ ...rpc('initialize', params), id }))
      expect(answer).toMatchObject({ status: 200, body: { id, error: { code: -32_602 } } })
      expect(JSON.stringify(answer.body).length).toBeLessThan(1_024)
    },
  )

  test.each([
    ['initialize', {}],
    ['tools/list', { cursor: 5 }],
  ])('parameters of %s that are wrong are those of the client (-32602)', async (method, params) => {
    expect((await ask(method, params)).body.error.code).toBe(-32_602)
  })
})

describe('x-request-id', () => {
  const headers = { 'x-request-id': 'mine-1', 'x-api-key': 'tmk_wrong' }

  test('is the one that the client sent, on whatever comes back', async () => {
    for (const [body, sent] of [
      [PING, {}],
      ['[]', {}],
      ['{', {}],
      ['{"jsonrpc":"2.0","method":"notifications/x"}', {}],
      [PING.padEnd(MOST_BYTES + 1), {}],
      [undefined, { method: 'GET' }],
      [undefined, { path: '/mcp/' }],
      [PING, { headers: { origin: 'null' } }],
    ] as [string | undefined, Sent][]) {
      const answer = await post(body, { ...sent, headers: { ...headers, ...sent.headers } })
      expect(answer.headers.get('x-request-id')).toBe('mine-1')
      expect(answer.body?.error?.requestId ?? 'mine-1').toBe('mine-1')
    }
  })

  test('stands in the envelope of an error result, too', async () => {
    const answer = await ask('tools/call', { name: 'search_brands' }, headers)
    expect(errorOf(answer)).toMatchObject({ code: 'unauthorized', requestId: 'mine-1' })
    const own = await ask('tools/call', { name: 'search_brands' })
    expect(errorOf(own).requestId).toBe(own.headers.get('x-request-id'))
  })
})

describe('clients that are many, or gone', () => {
  test('one that disconnects at once is charged a unit at most, and the service goes on', async () => {
    const gone = await service.key({ consumer: 'gone' })
    const body = JSON.stringify(rpc('tools/call', { name: 'search_brands', arguments: {} }))
    const bytes =
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}X-API-Key: ${gone}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`
    const { hostname, port } = new URL(service.address)
    const calls = 20
    for (let count = 0; count < calls; count++) {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      await new Promise((resolve) => socket.write(bytes, resolve))
      socket.destroy()
    }
    const own = await ask('tools/call', { name: 'search_brands' }, { 'x-api-key': gone })
    expect(itemsOf(own)).toHaveLength(20)
    const used = await spent('gone')
    expect(used).toBeGreaterThanOrEqual(1)
    expect(used).toBeLessThanOrEqual(calls + 1)
  })

  test('1,000 that are idle keep nobody out', async () => {
    const { hostname, port } = new URL(service.address)
    const sockets: Socket[] = []
    try {
      for (let count = 0; count < 1_000; count++) {
        const socket = connect(Number(port), hostname).on('error', () => {})
        sockets.push(socket)
        await once(socket, 'connect')
      }
      expect(await raw(JSON_TYPE, PING)).toMatchObject({ status: 200, body: PONG })
    } finally {
      for (const socket of sockets) {
        socket.destroy()
      }
    }
  })
})

describe('without its database', () => {
  const silent = createServer()
  const held: Socket[] = []
  silent.on('connection', (socket) => held.push(socket.on('error', () => {})))
  beforeAll(async () => {
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
  })
  afterAll(() => {
    for (const socket of held) {
      socket.destroy()
    }
    silent.close()
  })
  afterEach(() => setDatabases({ serving: service.database.open('trademark_serve') }))

  describe.each([
    ['which refuses', () => 1],
    ['which hangs', () => (silent.address() as { port: number }).port],
  ])('%s', (_, port) => {
    let gone: Database
    beforeEach(() => {
      gone = openDatabase(
        { connectionString: `postgres://nobody@127.0.0.1:${port()}/none` },
        'trademark_serve',
        'test',
      )
      setDatabases({ serving: gone })
    })
    afterEach(() => gone.close())

    test('it opens a conversation, and claims nothing of its data', async () => {
      for (const { body } of [
        await ask('initialize', hello('2025-06-18')),
        await askModern('server/discover'),
      ]) {
        expect(body.result.instructions).toContain('could not be read')
        expect(body.result.instructions).not.toContain('every mark, person and date here is made up')
      }
      expect((await ask('tools/list')).body.result.tools).toHaveLength(2)
    })

    test('each tool says that it is our fault, and nothing of why', async () => {
      for (const [args, name] of [
        [{ q: 'x' }, 'search_brands'],
        [{ nroSolicitud: '1' }, 'get_brand_detail'],
      ] as const) {
        const answer = await call(args, name)
        expect(errorOf(answer)).toMatchObject({ code: 'internal_error', message: 'Internal server error' })
        expect(JSON.stringify(answer.body)).not.toMatch(/ECONN|postgres|timeout|connect/i)
      }
    })
  })

  test('it takes no unit of a call that a table fails, and says no more', async () => {
    const unlucky = await service.key({ consumer: 'unlucky' })
    await service.owner.query({ text: 'alter table brand rename to brand_gone', parameters: [] })
    const params = { name: 'get_brand_detail', arguments: { nroSolicitud: mark.nroSolicitud } }
    const answer = await ask('tools/call', params, { 'x-api-key': unlucky })
    await service.owner.query({ text: 'alter table brand_gone rename to brand', parameters: [] })
    expect(errorOf(answer)).toMatchObject({ code: 'internal_error', message: 'Internal server error' })
    expect(await spent('unlucky')).toBe(0)
    expect((await ask('tools/call', params, { 'x-api-key': unlucky })).body.result).not.toHaveProperty(
      'isError',
    )
  })
})

describe('what is told of the data', () => {
  test('is that it is made up, as long as it is', async () => {
    const instructions = async (): Promise<string> =>
      (await ask('initialize', hello('2025-06-18'))).body.result.instructions
    expect(await instructions()).toContain('SAMPLE DATA (sample: true)')
    const become = (kind: string) =>
      service.owner.query({ text: `update corpus_state set kind = '${kind}'`, parameters: [] })
    await become('register')
    const real = await instructions()
    await become('sample')
    expect(real).not.toMatch(/sample|made up|could not be read/i)
    expect(real).toContain('never instructions')
  })
})

describe('whatever is sent', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('', '\0', '\ud800', '__proto__'),
  )
  const value = fc.oneof(
    fc.json({ maxDepth: 2 }).map((each) => JSON.parse(each)),
    text,
    fc.double(),
    fc.bigInt().map(Number),
  )
  const argument = fc.constantFrom(
    ...['q', 'clase', 'estado', 'tipoSigno', 'fechaDesde', 'fechaHasta', 'limit', 'cursor', 'nroSolicitud'],
    ...['__proto__', 'constructor', 'x'],
  )
  const likely = fc.oneof(
    fc.constantFrom('REGISTRADA', 'MIXTA', '2026-01-01', 'kayak', mark.nroSolicitud, null),
    fc.integer({ min: -1, max: 101 }),
    value,
  )
  const args = fc.dictionary(argument, likely, { maxKeys: 4 })
  const method = fc.oneof(
    { arbitrary: fc.constantFrom('tools/call', 'tools/call', 'initialize', 'tools/list', 'ping'), weight: 4 },
    fc.constantFrom('server/discover', 'subscriptions/listen', 'notifications/cancelled', 'logging/setLevel'),
    text,
  )
  const params = fc.record(
    {
      name: fc.oneof(fc.constantFrom('search_brands', 'get_brand_detail'), value),
      arguments: fc.oneof({ arbitrary: args, weight: 5 }, value),
      protocolVersion: fc.oneof(fc.constantFrom('2025-06-18', MODERN), value),
      capabilities: value,
      clientInfo: value,
      requestId: value,
      _meta: fc.oneof(fc.constant(envelope()._meta), value),
    },
    { requiredKeys: [] },
  )
  const message = fc.record(
    {
      jsonrpc: fc.oneof({ arbitrary: fc.constant('2.0'), weight: 9 }, value),
      id: fc.oneof(fc.nat(), text, value),
      method,
      params: fc.oneof({ arbitrary: params, weight: 5 }, value),
      result: value,
    },
    { requiredKeys: ['jsonrpc'] },
  )
  const headers = fc.record(
    {
      'mcp-protocol-version': fc.constantFrom(MODERN, '2025-06-18', '2024-11-05', 'x', ''),
      'mcp-method': fc.constantFrom('tools/call', 'tools/list', 'initialize', '=?base64?x?='),
      'mcp-name': fc.constantFrom('search_brands', 'get_brand_detail', '=?base64?!?='),
      'x-api-key': fc.constantFrom('tmk_', 'x'),
      accept: fc.constantFrom('text/html', 'text/event-stream', ''),
    },
    { requiredKeys: [] },
  )

  test('an answer comes, which is no failure of ours, and is JSON or empty', async () => {
    const body = fc.oneof({ arbitrary: message, weight: 6 }, value, fc.array(message, { maxLength: 3 }))
    await fc.assert(
      fc.asyncProperty(body, headers, async (sent, sentHeaders) => {
        const answer = await post(JSON.stringify(sent), { headers: { 'x-api-key': key, ...sentHeaders } })
        expect(answer.status).toBeLessThan(500)
        expect(JSON.stringify(answer.body ?? '')).not.toContain('internal_error')
        expect(answer.status === 202).toBe(answer.body === undefined)
      }),
      { numRuns: 400 },
    )
  })

  test('also where it is no JSON at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (sent) => {
        expect((await post(sent)).status).toBe(400)
      }),
      { numRuns: 100 },
    )
  })
})
