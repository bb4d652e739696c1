import { readFileSync } from 'node:fs'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { aiCatalog, CARD_PATH, CATALOG_PATH, serverCard } from '../../shared/docs/discovery.ts'
import { REVISIONS } from '../../shared/mcp/server-info.ts'
import { validator } from '../../shared/platform/validation.ts'
import { aiCatalogSchema, registrySchema, serverCardSchema } from '../../test/support/discovery-schemas.ts'
import { initializeParams, MODERN, metadata, request } from '../../test/support/mcp-service.ts'
import { startTestService, type TestService } from '../../test/support/service.ts'

const PUBLIC = 'https://marks.example.org'
process.env.PUBLIC_URL = PUBLIC // read at the first request

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(service.address + path, { method, headers })

/** Returns the result of a JSON-RPC request without a key. */
async function result(method: string, params: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.address}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(request(method, params)),
  })
  return ((await response.json()) as { result: Record<string, unknown> }).result
}
const initialized = async () =>
  (await result('initialize', initializeParams('2025-11-25'))).serverInfo as Record<string, unknown>
const discovered = () =>
  result('server/discover', metadata(), {
    'mcp-protocol-version': MODERN,
    'mcp-method': 'server/discover',
  })

describe.each([
  ['the catalog', CATALOG_PATH, 'application/ai-catalog+json', aiCatalogSchema],
  ['the server card', CARD_PATH, 'application/mcp-server-card+json', serverCardSchema],
])('%s', (_, path, type, schema) => {
  test('needs no key and matches its schema, with any Accept header', async () => {
    for (const accept of [type, '*/*', 'text/html']) {
      const response = await get(path, { accept })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
      expect(validator(schema)(await response.json())).toEqual([])
    }
  })

  test('may be cached for an hour, and is revalidated by its ETag', async () => {
    const { headers } = await get(path)
    expect(headers.get('cache-control')).toBe('public, max-age=3600')
    const again = await get(path, { 'if-none-match': headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('may be read by pages of any origin, also with a preflight', async () => {
    const origin = 'https://agents.example'
    const { headers } = await get(path, { origin })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toBe('ETag')
    const asked = { origin, 'access-control-request-method': 'GET' }
    const preflight = await get(path, asked, 'OPTIONS')
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET, HEAD',
    ])
    expect(preflight.headers.get('access-control-allow-headers')).toContain('If-None-Match')
  })

  test('is 404 with Allow for another method', async () => {
    const answer = await get(path, {}, 'POST')
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, 'GET, HEAD'])
  })
})

test('the catalog links to the card, and the card to the server and the icon', async () => {
  const catalog = (await (await get(CATALOG_PATH)).json()) as ReturnType<typeof aiCatalog>
  expect(catalog).toEqual(aiCatalog(PUBLIC))
  expect(catalog.entries[0]?.url).toBe(PUBLIC + CARD_PATH)
  const card = (await (await get(CARD_PATH)).json()) as ReturnType<typeof serverCard>
  expect(card.remotes[0]?.url).toBe(`${PUBLIC}/mcp`)
  const { pathname } = new URL(card.icons[0]?.src ?? '')
  const icon = await get(pathname)
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(Buffer.from(await icon.arrayBuffer()).readUInt32BE(16)).toBe(512) // the width in the PNG header
})

test('the server info over MCP equals the server card', async () => {
  const { $schema: _, name, remotes, ...card } = serverCard(PUBLIC)
  const info = await initialized()
  expect(name).toBe(`org.example.marks/${info.name}`)
  expect(info).toEqual({ ...card, name: info.name })
  expect((await discovered())._meta).toMatchObject({ 'io.modelcontextprotocol/serverInfo': info })
  expect(remotes[0]?.supportedProtocolVersions).toEqual([MODERN, ...SUPPORTED_PROTOCOL_VERSIONS])
  expect([...REVISIONS]).toEqual([MODERN, ...SUPPORTED_PROTOCOL_VERSIONS])
})

test.each([
  'http://127.0.0.1:8080',
  'http://[::1]:8080',
  'http://localhost:8080',
  'https://xn--mrka-0qa.example',
])('the documents of a service at %s are valid', (baseUrl) => {
  expect(validator(serverCardSchema)(serverCard(baseUrl))).toEqual([])
  expect(validator(aiCatalogSchema)(aiCatalog(baseUrl))).toEqual([])
})

test('server.json matches the schema of the registry, and has the texts of the server card', () => {
  const entry = JSON.parse(readFileSync(new URL('../../server.json', import.meta.url), 'utf8'))
  expect(validator(registrySchema)(entry)).toEqual([])
  const { title, description, remotes } = serverCard(PUBLIC)
  expect(entry).toMatchObject({ title, description, version: packageJson.version })
  expect(entry.remotes[0].headers).toEqual(remotes[0]?.headers)
})
