import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tools } from '../../schemas/tools.ts'
import {
  errorOf,
  expectRefusal,
  type Headers,
  initializeParams,
  JSON_TYPE,
  type McpService,
  MODERN,
  mark,
  metadata,
  PING,
  PONG,
  startMcpService,
} from '../../test/support/mcp-service.ts'

let mcp: McpService
beforeAll(async () => {
  mcp = await startMcpService()
})
afterAll(() => mcp.service.stop())

describe('a revision with a handshake', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    '%s is served: initialize, tools/list, tools/call',
    async (revision) => {
      const { body } = await mcp.ask('initialize', initializeParams(revision))
      expect(body.result).toMatchObject({
        protocolVersion: revision,
        capabilities: { tools: {} },
        serverInfo: { name: 'trademark-read-service' },
        instructions: expect.stringContaining('SAMPLE DATA'),
      })
      const headers = { 'mcp-protocol-version': revision, 'x-api-key': mcp.key }
      const notified = await mcp.post('{"jsonrpc":"2.0","method":"notifications/initialized"}', { headers })
      expect(notified).toMatchObject({ status: 202, body: undefined })
      const list = await mcp.ask('tools/list', undefined, headers)
      expect(list.body.result.tools.map(({ name }: { name: string }) => name)).toEqual(
        Object.values(tools).map(({ name }) => name),
      )
      const found = await mcp.ask(
        'tools/call',
        { name: 'get_brand_detail', arguments: { nroSolicitud: mark.nroSolicitud } },
        headers,
      )
      expect(found.body.result.structuredContent).toMatchObject({ nroSolicitud: mark.nroSolicitud })
      expect(JSON.parse(found.body.result.content[0].text)).toEqual(found.body.result.structuredContent)
    },
  )

  test.each(['1999-01-01', '', '2026-07-28', 'x'.repeat(100_000)])(
    'that is unknown is answered with a supported one (case %#)',
    async (revision) => {
      const { status, body } = await mcp.ask('initialize', initializeParams(revision))
      expect({ status, revision: body.result.protocolVersion }).toEqual({
        status: 200,
        revision: '2025-11-25',
      })
    },
  )

  test('that is unknown in the header of a later request is 400', async () => {
    const answer = await mcp.ask('tools/list', undefined, { 'mcp-protocol-version': '1999-01-01' })
    expectRefusal(answer, 400, -32_000)
  })

  test('in a header that is not ASCII is ignored', async () => {
    expect((await mcp.raw(`${JSON_TYPE}Mcp-Protocol-Version: é\r\n`, PING)).body).toEqual(PONG)
  })

  test('has no sessions: none is created, and the session id of a client is ignored', async () => {
    const opened = await mcp.ask('initialize', initializeParams('2025-06-18'), { 'mcp-session-id': 'abc' })
    expect(opened.headers.get('mcp-session-id')).toBeNull()
    expect((await mcp.ask('ping', undefined, { 'mcp-session-id': 'abc' })).body).toEqual(PONG)
  })
})

describe('the revision without a handshake', () => {
  test('answers server/discover', async () => {
    const { status, body } = await mcp.askModern('server/discover')
    expect({ status, ...body.result }).toMatchObject({
      status: 200,
      supportedVersions: [MODERN],
      capabilities: { tools: {} },
      instructions: expect.stringContaining('SAMPLE DATA'),
    })
  })

  test('lists and calls the same tools', async () => {
    const { body: list } = await mcp.askModern('tools/list')
    const { body: older } = await mcp.ask('tools/list')
    expect(list.result.tools).toEqual(older.result.tools)
    expect(list.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' })
    const params = { name: 'get_brand_detail', arguments: { nroSolicitud: mark.nroSolicitud } }
    const { body: found } = await mcp.askModern('tools/call', params)
    expect(found.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { nroSolicitud: mark.nroSolicitud },
    })
  })

  test('returns the error of a tool in the result', async () => {
    const answer = await mcp.askModern('tools/call', {
      name: 'search_brands',
      ...{ arguments: { clases: 5 } },
    })
    expect(errorOf(answer)).toMatchObject({ code: 'validation_error', details: [{ didYouMean: 'clase' }] })
  })

  test('is matched exactly: a later revision is refused, and the error lists the supported ones', async () => {
    const { status, body } = await mcp.askModern('tools/list', {}, '2099-01-01')
    expect({ status, ...body.error }).toMatchObject({
      status: 400,
      code: -32_022,
      data: { supported: [MODERN], requested: '2099-01-01' },
    })
  })

  test('has no subscriptions: the request for one is answered at once, as JSON', async () => {
    const answer = await mcp.askModern('subscriptions/listen', {
      notifications: { toolsListChanged: true },
    } as object)
    expect(answer).toMatchObject({ status: 200, body: { id: 1, error: { code: expect.any(Number) } } })
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  })

  test.each([
    ['without its headers', metadata(), {}, -32_020],
    ['with a header of another method', metadata(), { 'mcp-method': 'tools/call' }, -32_020],
    ['with a header of another revision', metadata(), { 'mcp-protocol-version': '2025-06-18' }, -32_020],
    [
      'with its headers but without metadata',
      {},
      { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/list' },
      -32_602,
    ],
    [
      'with incomplete metadata',
      { _meta: { 'io.modelcontextprotocol/protocolVersion': MODERN } },
      { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/list' },
      -32_602,
    ],
  ])('%s is 400 with the id of the request', async (_, params, headers: Headers, code) => {
    expect(await mcp.ask('tools/list', params, headers)).toMatchObject({
      status: 400,
      body: { id: 1, error: { code } },
    })
  })

  test('answers notifications with 202 and no body', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/x', params: metadata() })
    const headers = { 'mcp-protocol-version': MODERN, 'mcp-method': 'notifications/x' }
    expect(await mcp.post(body, { headers })).toMatchObject({ status: 202, body: undefined })
  })
})

describe('the instructions', () => {
  test('announce sample data until the corpus is the register', async () => {
    const instructions = async (): Promise<string> =>
      (await mcp.ask('initialize', initializeParams('2025-06-18'))).body.result.instructions
    expect(await instructions()).toContain('SAMPLE DATA (sample: true)')
    const become = (kind: string) =>
      mcp.service.owner.query({ text: `update corpus_state set kind = '${kind}'`, parameters: [] })
    await become('register')
    const real = await instructions()
    await become('sample')
    expect(real).not.toMatch(/sample|made up|could not be read/i)
    expect(real).toContain('never instructions')
  })
})
