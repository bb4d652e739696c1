import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../shared/db/database.ts'
import { setDatabases } from '../../shared/db/serving.ts'
import { counted } from '../../test/support/counted.ts'
import {
  errorOf,
  type Headers,
  initializeParams,
  itemsOf,
  type McpService,
  mark,
  registered,
  startMcpService,
} from '../../test/support/mcp-service.ts'
import { makeKey } from '../../test/support/test-keys.ts'

let mcp: McpService
beforeAll(async () => {
  mcp = await startMcpService()
})
afterAll(() => mcp.service.stop())

describe('arguments', () => {
  test.each(['[]', '"x"', '5', 'true', '[{"q":"x"}]'])(
    'that are no object are a protocol error: %s',
    async (args) => {
      expect(await mcp.callRaw(args)).toMatchObject({
        status: 200,
        body: { id: 1, error: { code: -32_602 } },
      })
    },
  )

  test.each([{}, { arguments: null }])('may be absent: %j', async (params) => {
    const { body } = await mcp.ask(
      'tools/call',
      { name: 'search_brands', ...params },
      { 'x-api-key': mcp.key },
    )
    expect(body.result.structuredContent.items).toHaveLength(20)
  })

  test('that are null count as absent', async () => {
    const nothing = { q: null, clase: null, estado: null, limit: null, cursor: null }
    expect(itemsOf(await mcp.call(nothing))).toEqual(itemsOf(await mcp.call({})))
    expect(errorOf(await mcp.call({ nroSolicitud: null }, 'get_brand_detail')).details).toEqual([
      { field: 'nroSolicitud', reason: 'is required' },
    ])
  })

  test.each([
    ['{"limit":"5.0"}', 'limit'],
    ['{"limit":5.5}', 'limit'],
    ['{"limit":1e400}', 'limit'],
    ['{"limit":0}', 'limit'],
    ['{"clase":{"$gt":0}}', 'clase'],
    ['{"clase":true}', 'clase'],
    ['{"q":{"a":{"b":1}}}', 'q'],
    ['{"q":["x"]}', 'q'],
    ['{"q":1.5}', 'q'],
    ['{"q":""}', 'q'],
    ['{"estado":["REGISTRADO"]}', 'estado'],
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
    const error = errorOf(await mcp.callRaw(args))
    expect(error.code).toBe('validation_error')
    expect(error.details.map((detail: { field: string }) => detail.field)).toContain(field)
  })

  test('with a misspelt name get the correct name as a suggestion', async () => {
    const error = errorOf(await mcp.call({ clases: 5, limt: 5, fecha_desde: '2026-01-01' }))
    const meant = error.details.map(({ field, didYouMean }: Headers) => [field, didYouMean])
    expect(meant).toEqual([
      ['clases', 'clase'],
      ['limt', 'limit'],
      ['fecha_desde', 'fechaDesde'],
    ])
  })

  test.each([
    ['search_brands', { query: 'kayak' }, 'q'],
    ['search_brands', { 'Nice-Classes': 39 }, 'clase'],
    ['search_brands', { nroSolicitud: mark.nroSolicitud }, 'numeros'],
    ['get_brand_detail', { id: mark.nroSolicitud }, 'nroSolicitud'],
  ])(
    'of %s with a name from other APIs get the correct name as a suggestion: %j',
    async (name, args, meant) => {
      const { details, message } = errorOf(await mcp.call(args, name))
      expect(details).toContainEqual(
        expect.objectContaining({ field: Object.keys(args)[0], didYouMean: meant }),
      )
      expect(message).toContain(`did you mean ${meant}?`)
    },
  )

  test('with a limit above the largest page get the largest page, followed by a note', async () => {
    const { body } = await mcp.call({ limit: 1_000 })
    const [page, note, ...others] = body.result.content
    expect(JSON.parse(page.text).items).toHaveLength(30)
    expect(body.result.structuredContent).toEqual(JSON.parse(page.text))
    expect(note.text).toMatch(/^limit 1000 was reduced to 100/)
    expect(others).toEqual([])
  })

  test('named __proto__ set nothing in this call or the next one', async () => {
    const answer = await mcp.callRaw('{"__proto__":{"limit":1,"q":"x"}}')
    expect(answer.body.error.code).toBe(-32_602)
    const polluted = await mcp.callRaw('{"constructor":{"prototype":{"limit":1}}}')
    expect(errorOf(polluted).code).toBe('validation_error')
    expect(itemsOf(await mcp.call({}))).toHaveLength(20)
  })

  test.each([
    [
      '1,000 unknown names',
      Object.fromEntries(Array.from({ length: 1_000 }, (_, place) => [`x${place}`, 1])),
    ],
    ['a name of 100 KiB', { ['x'.repeat(100 * 1024)]: 1 }],
    ['a code of 100 KiB', { estado: 'x'.repeat(100 * 1024) }],
    ['a text of 100 KiB', { q: 'x'.repeat(100 * 1024) }],
    ['a cursor of 100 KiB', { cursor: 'x'.repeat(100 * 1024) }],
    ['a day of 100 KiB', { fechaDesde: 'x'.repeat(100 * 1024) }],
  ])('of %s get a short response', async (_, args) => {
    const answer = await mcp.call(args)
    expect(errorOf(answer).code).toBe('validation_error')
    expect(JSON.stringify(answer.body).length).toBeLessThan(9_216)
  })

  test('of 100 KiB for a detail get a short response', async () => {
    const answer = await mcp.call({ nroSolicitud: 'x'.repeat(100 * 1024) }, 'get_brand_detail')
    expect(errorOf(answer).code).toBe('validation_error')
    expect(JSON.stringify(answer.body).length).toBeLessThan(8_192)
  })

  test('with NUL, lone surrogates or U+2028 are accepted as text', async () => {
    for (const text of ['\\u0000', '1\\u00002', '\\ud800', 'a\\u2028b', '\\uffff']) {
      for (const [name, field] of [
        ['search_brands', 'q'],
        ['get_brand_detail', 'nroSolicitud'],
      ] as const) {
        const { status, body } = await mcp.callRaw(`{"${field}":"${text}"}`, name)
        expect(status).toBe(200)
        expect(body.result.content[0].text).not.toContain('internal_error')
      }
    }
  })
})

describe('an unknown number', () => {
  const search = async (nroSolicitud: unknown) =>
    (await mcp.call({ nroSolicitud }, 'get_brand_detail')).body.result

  test.each(['999999999', 'abc', '1\u00002'])('gets null, followed by an explanation: %j', async (number) => {
    const { content, ...others } = await search(number)
    expect(content).toEqual([
      { type: 'text', text: 'null' },
      { type: 'text', text: expect.stringMatching(/^No application and no registration has this number/) },
    ])
    expect(others).toEqual({})
  })

  test('that is a registration number gets the numbers of its applications', async () => {
    const { nroRegistro, nroSolicitud } = registered
    const { content } = await search(nroRegistro)
    expect(content[0].text).toBe('null')
    expect(content[1].text).toContain(
      `it is the registration number of ${nroSolicitud}: call get_brand_detail`,
    )
  })
})

describe('a call with a mistake', () => {
  const spend = async (key: string, args: object, name = 'search_brands') =>
    mcp.ask('tools/call', { name, arguments: args }, { 'x-api-key': key })

  test.each([
    ['in an argument', { limit: 0 }, 'search_brands'],
    ['in the content of an argument', { cursor: 'forged' }, 'search_brands'],
    ['in the number', { nroSolicitud: ' ' }, 'get_brand_detail'],
  ])('%s is refunded its unit of the month, but not its unit of the burst', async (where, args, name) => {
    const { key, id } = await makeKey(mcp.service.owner, { consumer: `mistaken ${where}` })
    const answer = await spend(key, args, name)
    expect(errorOf(answer).code).toBe('validation_error')
    expect(answer.headers.get('ratelimit')).toMatch(/"burst";r=99;.*"month";r=10000;/)
    expect(await counted(mcp.service.owner, id)).toEqual({ month: 0, burst: 1 })
  })

  test('is not charged, but valid calls at the same time are', async () => {
    const { key, id } = await makeKey(mcp.service.owner, { monthlyQuota: 100 })
    const calls = Array.from({ length: 60 }, (_, place) => spend(key, { limit: place % 3 === 0 ? 0 : 1 }))
    const failed = (await Promise.all(calls)).filter(({ body }) => body.result.isError)
    expect(failed).toHaveLength(20)
    expect(await counted(mcp.service.owner, id)).toEqual({ month: 40, burst: 60 })
  })

  test('is refused like any other when the monthly quota is used up', async () => {
    const { key } = await makeKey(mcp.service.owner, { monthlyQuota: 0 })
    expect((await spend(key, { limit: 0 })).status).toBe(429)
  })
})

describe('with a database', () => {
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
  afterEach(() => setDatabases({ serving: mcp.service.database.open('trademark_serve') }))

  describe.each([
    ['that refuses connections,', () => 1],
    ['that hangs,', () => (silent.address() as { port: number }).port],
  ])('%s', (_, port) => {
    let gone: Database
    beforeEach(() => {
      gone = openDatabase(
        { connectionString: `postgres://reader@127.0.0.1:${port()}/none` },
        'trademark_serve',
        'test',
      )
      setDatabases({ serving: gone })
    })
    afterEach(() => gone.close())

    test('it answers initialize and announces unknown data', async () => {
      const answers = await Promise.all([
        mcp.ask('initialize', initializeParams('2025-06-18')),
        mcp.askModern('server/discover'),
      ])
      for (const { body } of answers) {
        expect(body.result.instructions).toContain('It is unknown at the moment whether this is a register')
        expect(body.result.instructions).not.toContain('every mark, person and date here is invented')
      }
      expect((await mcp.ask('tools/list')).body.result.tools).toHaveLength(2)
    })

    test('each tool answers internal_error without the cause', async () => {
      const answers = await Promise.all([
        mcp.call({ q: 'x' }, 'search_brands'),
        mcp.call({ nroSolicitud: '1' }, 'get_brand_detail'),
      ])
      for (const answer of answers) {
        expect(errorOf(answer)).toMatchObject({ code: 'internal_error', message: 'Internal server error' })
        expect(JSON.stringify(answer.body)).not.toMatch(/ECONN|postgres|timeout|connect/i)
      }
    })
  })

  test('that lacks a table, a call fails and is refunded', async () => {
    const unlucky = await mcp.service.key({ consumer: 'unlucky' })
    await mcp.service.owner.query({ text: 'alter table brand_detail rename to detail_gone', parameters: [] })
    const params = { name: 'get_brand_detail', arguments: { nroSolicitud: mark.nroSolicitud } }
    const answer = await mcp.ask('tools/call', params, { 'x-api-key': unlucky })
    await mcp.service.owner.query({ text: 'alter table detail_gone rename to brand_detail', parameters: [] })
    expect(errorOf(answer)).toMatchObject({ code: 'internal_error', message: 'Internal server error' })
    expect(await mcp.spent('unlucky')).toBe(0)
    expect((await mcp.ask('tools/call', params, { 'x-api-key': unlucky })).body.result).not.toHaveProperty(
      'isError',
    )
  })
})
