import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { traceHeaders } from '../../shared/mcp/trace-headers.ts'
import { log } from '../../shared/platform/logger.ts'
import { type McpService, MODERN, mark, metadata, startMcpService } from '../../test/support/mcp-service.ts'

const TRACE = 'a'.repeat(32)
const OTHER = 'b'.repeat(32)
const traceparent = (traceId: string): string => `00-${traceId}-${'1'.repeat(16)}-01`

let mcp: McpService
beforeAll(async () => {
  mcp = await startMcpService()
})
afterAll(() => mcp.service.stop())

let lines: [unknown, ({ traceId?: string; requestId: string } | undefined)?][]
beforeEach(() => {
  lines = []
  vi.spyOn(log(), 'info').mockImplementation((...line) => void lines.push(line as never))
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Returns the trace ids of the log lines, by their messages. */
const logged = () => Object.fromEntries(lines.map(([message, facts]) => [message, facts?.traceId]))

const tool = { name: 'search_brands', arguments: { limit: 1 } }

test('a request is logged with the trace of its header, and the response has no trace header', async () => {
  const answer = await mcp.post(undefined, {
    method: 'GET',
    path: '/v1/brands/1',
    headers: { traceparent: traceparent(TRACE), 'x-api-key': mcp.key },
  })
  expect(logged()).toEqual({ request: TRACE })
  expect([...answer.headers.keys()].filter((name) => name.startsWith('trace'))).toEqual([])
})

test('a tool call has the trace of its HTTP request', async () => {
  await mcp.ask('tools/call', tool, { traceparent: traceparent(TRACE), 'x-api-key': mcp.key })
  expect(logged()).toEqual({ request: TRACE, 'tool call': TRACE })
  expect(new Set(lines.map(([, facts]) => facts?.requestId)).size).toBe(1)
})

test.each([
  [
    'before 2026-07-28',
    async (_meta: object, headers: Record<string, string>) =>
      mcp.ask('tools/call', { ...tool, _meta }, { ...headers, 'x-api-key': mcp.key }),
  ],
  [
    'since 2026-07-28',
    async (_meta: object, headers: Record<string, string>) => {
      const params = { ...tool, _meta: { ...metadata()._meta, ..._meta } }
      const modern = { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': tool.name }
      return mcp.ask('tools/call', params, { ...modern, ...headers, 'x-api-key': mcp.key })
    },
  ],
])(
  'the trace in the _meta of a message %s replaces the trace of the header, unless it is invalid',
  async (_, ask) => {
    await ask({ traceparent: traceparent(OTHER) }, { traceparent: traceparent(TRACE) })
    expect(logged()).toEqual({ request: OTHER, 'tool call': OTHER })
    await ask({ traceparent: 'x' }, { traceparent: traceparent(TRACE) })
    expect(logged()).toEqual({ request: TRACE, 'tool call': TRACE })
    const answer = await ask({ traceparent: 7 }, {})
    expect(logged()).toEqual({ request: undefined, 'tool call': undefined })
    expect(JSON.stringify(answer.body)).not.toContain('traceparent')
  },
)

test('a message over stdio has its trace only in _meta', () => {
  expect(traceHeaders({ traceparent: traceparent(TRACE) })).toEqual({ traceparent: traceparent(TRACE) })
  expect([traceHeaders({ traceparent: 'x' }), traceHeaders({}), traceHeaders(undefined)]).toEqual([
    {},
    {},
    {},
  ])
})

test('an invalid header is ignored', async () => {
  const answer = await mcp.post(undefined, {
    method: 'GET',
    path: `/v1/brands/${mark.nroSolicitud}`,
    headers: { traceparent: `${traceparent(TRACE)}x`, 'x-api-key': mcp.key },
  })
  expect([answer.status, logged()]).toEqual([200, { request: undefined }])
})
