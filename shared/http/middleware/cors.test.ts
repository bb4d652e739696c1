import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleMarks } from '../../../test/support/marks.ts'
import { type Answer, ask, startTestService, type TestService } from '../../../test/support/service.ts'

const ALLOWED = 'https://app.example'
process.env.ALLOWED_ORIGINS = ALLOWED // read at the first request

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ marks: sampleMarks().slice(0, 3) })
  key = await service.key()
})
afterAll(() => service.stop())

/** Sends a request as a browser does for a page of an origin. */
const from = (
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  init: Pick<RequestInit, 'method' | 'body'> = {},
) => ask(service, path, { ...init, key, headers: { ...headers, origin } })

const preflight = (origin: string, path: string): Promise<Answer> =>
  ask(service, path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key, authorization',
    },
  })

const corsHeaders = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

describe('a page of an allowed origin', () => {
  test.each([
    ['a response', '/v1/brands?limit=1', 200],
    ['an error', '/v1/brands?limit=0', 400],
    ['an unknown route', '/v1/nothing', 404],
  ])('may read %s, and its headers for limits and pagination', async (_, path, status) => {
    const answer = await from(ALLOWED, path)
    expect(answer.status).toBe(status)
    expect(corsHeaders(answer)).toEqual({
      'access-control-allow-origin': ALLOWED,
      'access-control-expose-headers': 'x-request-id, Retry-After, RateLimit, RateLimit-Policy, ETag, Link',
    })
    expect(answer.headers.get('vary')?.split(', ')).toContain('Origin')
  })

  test('may call the MCP server', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const headers = { 'content-type': 'application/json' }
    const answer = await from(ALLOWED, '/mcp', headers, { method: 'POST', body })
    expect(answer.status).toBe(200)
    expect(corsHeaders(answer)['access-control-allow-origin']).toBe(ALLOWED)
  })

  test.each([
    ['/v1/brands', 'GET, HEAD'],
    ['/v1/brands/1', 'GET, HEAD'],
    ['/mcp', 'POST'],
  ])('may send the methods and headers of %s according to its preflight response', async (path, methods) => {
    const answer = await preflight(ALLOWED, path)
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: undefined })
    expect(corsHeaders(answer)).toMatchObject({
      'access-control-allow-origin': ALLOWED,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': expect.stringMatching(/^X-API-Key, Authorization,/),
      'access-control-max-age': '600',
    })
    expect(answer.headers.get('x-request-id')).not.toBeNull()
    expect(answer.headers.get('ratelimit')).toBeNull()
  })

  test('has no CORS headers on paths that pages do not call', async () => {
    expect(corsHeaders(await from(ALLOWED, '/health'))).toEqual({})
    expect((await preflight(ALLOWED, '/health')).status).toBe(404)
    expect((await preflight(ALLOWED, '/v1/nothing')).status).toBe(404)
  })
})

describe.each(['https://app.example.evil.example', 'http://app.example', 'https://app.example:8443', 'null'])(
  'a page of %s, which is not allowed,',
  (origin) => {
    test('may not read a response, which still varies by Origin', async () => {
      const answer = await from(origin, '/v1/brands?limit=1')
      expect(corsHeaders(answer)).toEqual({})
      expect(answer.headers.get('vary')?.split(', ')).toContain('Origin')
    })

    test('gets no preflight response', async () => {
      const brands = await preflight(origin, '/v1/brands')
      expect([brands.status, corsHeaders(brands)]).toEqual([404, {}])
      const mcp = await preflight(origin, '/mcp')
      expect([mcp.status, corsHeaders(mcp)]).toEqual([403, {}])
    })
  },
)

test('OPTIONS without the headers of a preflight is an unsupported method', async () => {
  const answer = await ask(service, '/v1/brands', { method: 'OPTIONS', headers: { origin: ALLOWED } })
  expect([answer.status, answer.headers.get('allow')]).toEqual([404, 'GET, HEAD'])
})
