import { get } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleMarks } from '../../../test/support/marks.ts'
import { startTestService, type TestService } from '../../../test/support/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ marks: sampleMarks().slice(0, 60) })
  key = await service.key()
})
afterAll(() => service.stop())

interface Bytes {
  status: number | undefined
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
}

/** Returns the bytes of a body as they were sent: fetch would decode them. */
const travel = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Bytes> =>
  new Promise((resolve, refuse) => {
    const options = { method, headers: { 'x-api-key': key, ...headers }, agent: false }
    get(service.address + path, options, async (response) => {
      const chunks = await response.toArray()
      resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) })
    }).on('error', refuse)
  })

const LONG = '/v1/brands?limit=50'
const SHORT = '/v1/brands?limit=1'

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])(
  'a long response is sent in %s to a client that accepts it, with the same content',
  async (coding, undo) => {
    const plain = await travel(LONG)
    const coded = await travel(LONG, { 'accept-encoding': coding })
    expect(coded.headers['content-encoding']).toBe(coding)
    expect(coded.headers['content-length']).toBe(String(coded.bytes.length))
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 3)
    expect(undo(coded.bytes).equals(plain.bytes)).toBe(true)
    expect(coded.headers.etag).toBe(plain.headers.etag)
  },
)

test('a long response varies by Accept-Encoding, compressed or not', async () => {
  for (const headers of [{}, { 'accept-encoding': 'gzip' }]) {
    expect((await travel(LONG, headers)).headers.vary).toBe('X-API-Key, Authorization, Accept-Encoding')
  }
})

test('short responses and errors are not compressed', async () => {
  for (const path of [SHORT, '/v1/brands?limit=0', '/health']) {
    const { headers, bytes } = await travel(path, { 'accept-encoding': 'br, gzip' })
    expect(headers['content-encoding']).toBeUndefined()
    expect(() => JSON.parse(bytes.toString())).not.toThrow()
  }
})

test('HEAD has the headers of GET', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  const [whole, head] = [await travel(LONG, headers), await travel(LONG, headers, 'HEAD')]
  expect(head.bytes).toHaveLength(0)
  for (const name of ['content-length', 'content-encoding', 'etag', 'vary']) {
    expect([name, head.headers[name]]).toEqual([name, whole.headers[name]])
  }
})

test('any values of Accept-Encoding and Accept get a JSON response', async () => {
  const visible = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code))
  const names = fc.constantFrom('br', 'gzip', 'identity', '*', ';q=0', ';q=0.5', ';q=9', ',', ' ', 'zstd')
  const header = fc.oneof(
    fc.string({ unit: visible }),
    fc.array(names).map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(header, header, async (encoding, accept) => {
      const answer = await travel(LONG, { 'accept-encoding': encoding, accept })
      const coding = String(answer.headers['content-encoding'] ?? 'identity')
      expect(JSON.parse(UNDO[coding]?.(answer.bytes).toString() ?? '').items).toHaveLength(50)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    }),
    { numRuns: 60 },
  )
})

const UNDO: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes,
}

test('a response of the MCP server is compressed', async () => {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_brands', arguments: { limit: 50 } },
  }
  const response = await fetch(`${service.address}/mcp`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'accept-encoding': 'gzip' },
    body: JSON.stringify(message),
  })
  expect(response.headers.get('content-encoding')).toBe('gzip')
  const { result } = (await response.json()) as { result: { structuredContent: { items: object[] } } }
  expect(result.structuredContent.items).toHaveLength(50)
})
