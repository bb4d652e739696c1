import { describe, expect, test } from '@jest/globals'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { operations } from '../schemas/operations.ts'
import { validator } from '../shared/validation.ts'
import type { DrawnBrand } from './draw-brands.ts'
import {
  drawQuestions,
  headersOf,
  KINDS,
  type Message,
  openings,
  type Question,
  REVISIONS,
  type Revision,
  toolCall,
} from './mcp-requests.ts'

const brands = Array.from(
  { length: 200 },
  (_, place): DrawnBrand => ({
    nroSolicitud: String(1_000 + place),
    denominacion: `ÑANDÚ DEL SUR ${place}`,
    estado: 'REGISTRADA',
    tipoSigno: 'MIXTA',
    fechaPresentacion: new Date(Date.UTC(2010, 0, 1 + place)).toISOString().slice(0, 10),
    clase: 1 + (place % 45),
  }),
)
const questions = drawQuestions(brands, 300)

describe('the questions that are drawn', () => {
  test('are the same for the same brands, as many of each kind', () => {
    expect(drawQuestions(brands, 300)).toEqual(questions)
    expect(KINDS.map((kind) => questions[kind].length)).toEqual([300, 300, 300])
  })

  test('ask the same by REST as by the tool', () => {
    for (const { path, tool, arguments: asked } of KINDS.flatMap((kind) => questions[kind])) {
      const { pathname, searchParams } = new URL(path, 'http://x')
      const query = Object.fromEntries(searchParams)
      if (tool === 'get_brand_detail') {
        expect({ pathname, query }).toEqual({ pathname: `/v1/brands/${asked.nroSolicitud}`, query: {} })
      } else {
        const words = Object.entries(asked).map(([name, value]) => [name, String(value)])
        expect({ pathname, query }).toEqual({ pathname: '/v1/brands', query: Object.fromEntries(words) })
      }
    }
  })

  test('have arguments that the tools take, each kind its own', () => {
    const inputs = {
      get_brand_detail: operations.getBrand.input,
      search_brands: operations.searchBrands.input,
    }
    for (const { tool, arguments: asked } of KINDS.flatMap((kind) => questions[kind])) {
      expect(validator(inputs[tool])({ ...asked })).toEqual([])
    }
    expect(questions['one mark'].every(({ tool }) => tool === 'get_brand_detail')).toBe(true)
    expect(questions['by name'].every(({ arguments: { q, limit } }) => q !== undefined && limit === 20)).toBe(
      true,
    )
    expect(
      questions['by filters'].every(({ arguments: { q, limit } }) => q === undefined && limit === 20),
    ).toBe(true)
  })
})

describe('what is sent is what the client of the SDK sends', () => {
  const question: Question = { path: '', tool: 'search_brands', arguments: { q: 'kayak', limit: 20 } }

  for (const revision of REVISIONS) {
    test(`with ${revision}`, async () => {
      const sent = await sentBySdk(revision, question)
      const ours = [...openings[revision], toolCall(revision, question, 1)]
      expect(ours.map((message) => withoutIds({ headers: headersOf(revision, message), message }))).toEqual(
        sent.filter(({ message }) => message.method !== 'server/discover').map(withoutIds),
      )
    })
  }
})

interface Sent {
  headers: Record<string, string>
  message: Message
}

/** Which number a request has is the client's own business; whether it has one is not. */
const withoutIds = ({ headers, message: { id, ...message } }: Sent) => ({
  headers,
  message,
  isRequest: id !== undefined,
})

/** What a client of the SDK posts, from its first message to the call of a tool. */
async function sentBySdk(revision: Revision, { tool, ...question }: Question): Promise<Sent[]> {
  const sent: Sent[] = []
  const transport = new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
    fetch: async (_url, init) => {
      if (init?.method !== 'POST') {
        return new Response(null, { status: 405 })
      }
      const message = JSON.parse(String(init.body)) as Message
      sent.push({ headers: Object.fromEntries(new Headers(init.headers)), message })
      return message.id === undefined
        ? new Response(null, { status: 202 })
        : Response.json({ jsonrpc: '2.0', id: message.id, result: answers[message.method] })
    },
  })
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy'
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  await client.callTool({ name: tool, arguments: { ...question.arguments } })
  await client.close()
  return sent
}

const SERVER = { capabilities: { tools: {} }, serverInfo: { name: 'server', version: '1' } }
const answers: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: '2025-11-25', ...SERVER },
  'server/discover': {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    ttlMs: 0,
    cacheScope: 'private',
    ...SERVER,
  },
  'tools/call': { resultType: 'complete', content: [] },
}
