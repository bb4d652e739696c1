import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_MESSAGE_BYTES } from '../../shared/mcp/message.ts'
import { anyCharacter } from '../../test/support/any-character.ts'
import {
  errorOf,
  expectEnvelope,
  expectRefusal,
  initializeParams,
  type McpService,
  MODERN,
  mark,
  metadata,
  PING,
  PONG,
  request,
  startMcpService,
} from '../../test/support/mcp-service.ts'

let mcp: McpService
beforeAll(async () => {
  mcp = await startMcpService()
})
afterAll(() => mcp.service.stop())

describe('a body is refused', () => {
  test.each([
    ['one request', [request('ping')]],
    [
      'a request and its own cancellation',
      [request('ping'), { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }],
    ],
    ['no elements', []],
    ['other values', [1, null]],
  ])('that is an array of %s: 400, Invalid Request', async (_, body) => {
    expectRefusal(await mcp.post(JSON.stringify(body)), 400, -32_600)
  })

  test.each(['{"jsonrpc":', 'ping', '<html>', '{"jsonrpc":"2.0","id":1,"method":"ping"} x', ' '])(
    'that is not JSON: 400, Parse error: %j',
    async (body) => {
      expectRefusal(await mcp.post(body), 400, -32_700)
    },
  )

  test('that is empty: 400, Parse error', async () => {
    expectRefusal(await mcp.post(undefined), 400, -32_700)
    expectRefusal(await mcp.post(''), 400, -32_700)
  })

  test.each(['null', '5', '"x"', 'true', '{}', '{"jsonrpc":"2.0","id":null,"method":"ping"}', '{"id":{}}'])(
    'that is JSON but not a message: 400, Invalid Request: %s',
    async (body) => {
      expectRefusal(await mcp.post(body), 400, -32_600)
    },
  )

  test.each([
    ['{"jsonrpc":', 'Parse error: this is not JSON: send one JSON-RPC message, such as {"jsonrpc":"2.0"'],
    ['5', 'a message must be a JSON object: send one JSON-RPC message, such as {"jsonrpc":"2.0"'],
    ['[]', 'send one message at a time, not an array of messages'],
    ['{"id":1,"method":"ping"}', 'jsonrpc must be "2.0"'],
    ['{"jsonrpc":"2.0","id":1}', 'method must be the name of a method, such as "tools/list"'],
    ['{"jsonrpc":"2.0","id":1,"method":5}', 'method must be the name of a method'],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', 'id must be a string or a whole number'],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}', 'params must be an object'],
  ])('with an error that names the mistake and the correct form: %s', async (body, sentence) => {
    const { error } = (await mcp.post(body)).body
    expect(error.message).toContain(sentence)
  })

  test('with an older JSON-RPC version: 400 with its id', async () => {
    const answer = await mcp.post('{"jsonrpc":"1.0","id":7,"method":"ping"}')
    expect(answer).toMatchObject({ status: 400, body: { id: 7, error: { code: -32_600 } } })
  })

  test('above 256 KiB: 413 with the error envelope', async () => {
    for (const length of [MAX_MESSAGE_BYTES + 1, 257 * 1024]) {
      const answer = await mcp.post(PING.padEnd(length))
      expectEnvelope(answer, 413, 'payload_too_large')
      expect(answer.headers.get('x-request-id')).toBe(answer.body.error.requestId)
    }
  })

  test('not at 256 KiB in bytes, but at one byte more', async () => {
    expect((await mcp.post(PING.padEnd(MAX_MESSAGE_BYTES))).body).toEqual(PONG)
    const wide = JSON.stringify(request('ping', { _meta: { x: 'ñ'.repeat(1_000) } }))
    const bytes = Buffer.byteLength(wide)
    expect((await mcp.post(wide + ' '.repeat(MAX_MESSAGE_BYTES - bytes))).body).toEqual(PONG)
    expectEnvelope(await mcp.post(wide + ' '.repeat(MAX_MESSAGE_BYTES - bytes + 1)), 413, 'payload_too_large')
  })
})

describe('a message that is no request', () => {
  test.each([
    { method: 'notifications/initialized' },
    { method: 'notifications/cancelled', params: { requestId: 1 } },
    { method: 'notifications/unknown' },
    { id: 1, result: {} },
    { id: 1, error: { code: 1, message: 'x' } },
  ])('is 202 without a body: %j', async (message) => {
    const answer = await mcp.post(JSON.stringify({ jsonrpc: '2.0', ...message }))
    expect(answer).toMatchObject({ status: 202, body: undefined })
  })
})

describe('a message with too many values or levels', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const within = (params: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`

  test.each([
    ['100,000 levels', deep],
    ['40,000 nested objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
    ['levels as parameters', within(deep)],
    ['levels as a tool', within(`{"name":${deep}}`)],
    ['levels as an argument', within(`{"name":"search_brands","arguments":{"q":${deep}}}`)],
    ['levels beside the arguments', within(`{"name":"search_brands","_meta":{"x":${deep}}}`)],
    ['levels as an id', `{"jsonrpc":"2.0","id":${deep},"method":"ping"}`],
    ['80,000 objects in a list', within(`{"name":"search_brands","arguments":[${'{},'.repeat(80_000)}1]}`)],
    ['unclosed levels', '{"a":'.repeat(40_000)],
  ])('is refused unparsed and is not charged: %s', async (what, body) => {
    const consumer = `too many: ${what}`
    const headers = { 'x-api-key': await mcp.service.key({ consumer }) }
    expect(await mcp.post(body, { headers })).toMatchObject({
      status: 400,
      body: { error: { code: -32_600 } },
    })
    expect(await mcp.spent(consumer)).toBe(0)
  })

  test('is not confused with a message that has brackets, commas and escaped quotes in its strings', async () => {
    const q = '[{"\\",'.repeat(9_000)
    const answer = await mcp.call({ q })
    expect(errorOf(answer)).toMatchObject({ code: 'validation_error', details: [{ field: 'q' }] })
  })
})

test('a message with members unknown to JSON-RPC is answered', async () => {
  const extended = { ...request('ping'), trace: { id: 'x' }, '0': 1 }
  expect((await mcp.post(JSON.stringify(extended))).body).toEqual(PONG)
})

describe('the bytes of a body', () => {
  test('may begin with a byte order mark', async () => {
    const { body } = await mcp.post(
      `\ufeff${JSON.stringify(request('initialize', initializeParams('2025-06-18')))}`,
    )
    expect(body.result.instructions).toContain('SAMPLE DATA')
    expect(await mcp.post('\ufeff[]')).toMatchObject({ status: 400, body: { error: { code: -32_600 } } })
  })

  test('that are not UTF-8 are a parse error', async () => {
    const text = JSON.stringify(request('tools/call', { name: 'search_brands', arguments: { q: 'café' } }))
    const response = await fetch(`${mcp.service.address}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': mcp.key },
      body: Buffer.from(text, 'latin1'),
    })
    expect({ status: response.status, code: JSON.parse(await response.text()).error.code }).toEqual({
      status: 400,
      code: -32_700,
    })
  })
})

describe('an invalid request', () => {
  test.each([
    ['an unknown method', 'unknown/method', {}, -32_601],
    ['an unknown tool', 'tools/call', { name: 'drop_tables' }, -32_602],
    ['a tool named __proto__', 'tools/call', { name: '__proto__' }, -32_602],
    ['a tool name that is no string', 'tools/call', { name: 5 }, -32_602],
    ['no tool', 'tools/call', {}, -32_602],
  ])('is a protocol error and is not charged: %s', async (what, method, params, code) => {
    const consumer = `wrong: ${what}`
    const headers = { 'x-api-key': await mcp.service.key({ consumer }) }
    const { status, body } = await mcp.ask(method, params, headers)
    expect({ status, code: body.error.code }).toEqual({ status: 200, code })
    expect(await mcp.spent(consumer)).toBe(0)
  })

  test('with an argument __proto__, which JSON can have, is refused and is not charged', async () => {
    const key = await mcp.service.key({ consumer: 'prototype' })
    const body = '{"name":"search_brands","arguments":{"limit":1,"__proto__":{"q":"x"}}}'
    const answer = await mcp.post(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":${body}}`, {
      headers: { 'x-api-key': key },
    })
    expect(answer).toMatchObject({ status: 400, body: { id: 7, error: { code: -32_602 } } })
    expect(answer.body.error.message).toBe('Invalid params: no tool has an argument __proto__')
    expect(await mcp.spent('prototype')).toBe(0)
  })

  test('with an unknown method or tool gets an error that lists the known ones', async () => {
    const [method, tool] = [
      await mcp.ask('tools/calls'),
      await mcp.ask('tools/call', { name: 'search', arguments: {} }),
    ].map(({ body }) => body.error.message)
    expect(method).toBe(
      'Method not found: the methods are initialize, server/discover, ping, tools/list and tools/call',
    )
    expect(tool).toBe('Unknown tool: the tools are search_brands and get_brand_detail')
  })

  test.each([
    ['tools/call', {}, 'params.name must be a string'],
    [
      'tools/call',
      { name: 5, arguments: 7 },
      'params.name must be a string; params.arguments must be an object',
    ],
    ['tools/call', { name: 'search_brands', arguments: [] }, 'params.arguments must be an object'],
    ['tools/call', undefined, 'params must be an object'],
    ['tools/list', { cursor: 5 }, 'params.cursor must be a string'],
  ])('gets a one-line error: %s with %j', async (method, params, reasons) => {
    const { body } = await mcp.ask(method, params)
    expect(body.error).toEqual({ code: -32_602, message: `Invalid params: ${reasons}` })
  })

  test('gets a short error for a long value', async () => {
    for (const [method, params] of [
      ['x'.repeat(100_000), {}],
      ['tools/call', { name: 'x'.repeat(100_000) }],
      ['tools/call', { name: 'search_brands', arguments: 'x'.repeat(100_000) }],
    ] as const) {
      expect(JSON.stringify((await mcp.ask(method, params)).body).length).toBeLessThan(1_024)
    }
  })

  test('gets a short error for 20,000 invalid elements', async () => {
    const icons = Array.from({ length: 20_000 }, () => 0)
    const answer = await mcp.ask('initialize', {
      ...initializeParams('2025-06-18'),
      clientInfo: { name: 't', version: '1', icons },
    })
    expect(answer).toMatchObject({ status: 400, body: { error: { code: -32_600 } } })
    expect(JSON.stringify(answer.body).length).toBeLessThan(1_024)
  })

  test.each([1, 'x', 'x",y', '{"result"'])(
    'gets a short error for 1,900 invalid elements, with the id %j',
    async (id) => {
      const icons = Array.from({ length: 1_900 }, () => 0)
      const params = { ...initializeParams('2025-06-18'), clientInfo: { name: 't', version: '1', icons } }
      const answer = await mcp.post(JSON.stringify({ ...request('initialize', params), id }))
      expect(answer).toMatchObject({ status: 200, body: { id, error: { code: -32_602 } } })
      expect(JSON.stringify(answer.body).length).toBeLessThan(1_024)
    },
  )

  test.each([
    ['initialize', {}],
    ['tools/list', { cursor: 5 }],
  ])('with wrong parameters of %s is an error of the client (-32602)', async (method, params) => {
    expect((await mcp.ask(method, params)).body.error.code).toBe(-32_602)
  })
})

describe('any message', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 12 }),
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
      _meta: fc.oneof(fc.constant(metadata()._meta), value),
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

  test('gets a response with a status below 500 that is JSON or empty', async () => {
    const body = fc.oneof({ arbitrary: message, weight: 6 }, value, fc.array(message, { maxLength: 3 }))
    await fc.assert(
      fc.asyncProperty(body, headers, async (sent, sentHeaders) => {
        const answer = await mcp.post(JSON.stringify(sent), {
          headers: { 'x-api-key': mcp.key, ...sentHeaders },
        })
        expect(answer.status).toBeLessThan(500)
        expect(JSON.stringify(answer.body ?? '')).not.toContain('internal_error')
        expect(answer.status === 202).toBe(answer.body === undefined)
      }),
      { numRuns: 50 },
    )
  })

  test('that is not JSON is 400', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), async (sent) => {
        expect((await mcp.post(sent)).status).toBe(400)
      }),
      { numRuns: 50 },
    )
  })
})
