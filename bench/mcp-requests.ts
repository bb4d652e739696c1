import { dice } from './corpus/random.ts'
import type { DrawnBrand } from './draw-brands.ts'
import { drawListings } from './listing-requests.ts'
import { drawSearches } from './search-requests.ts'

/** One revision of the protocol for each kind of client: those that begin with `initialize`, and those that do not. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof REVISIONS)[number]

export const KINDS = ['one mark', 'by name', 'by filters'] as const
export type Kind = (typeof KINDS)[number]

/** The same question as a REST request and as a call of a tool. */
export interface Question {
  path: string
  tool: 'get_brand_detail' | 'search_brands'
  arguments: Readonly<Record<string, string | number>>
}

/** A JSON-RPC message of a client. */
export interface Message {
  jsonrpc: '2.0'
  id?: number
  method: string
  params?: Readonly<Record<string, unknown>>
}

const SEED = 20_260_728
/** What a page has unless somebody wants another number. */
const PAGE = 20
const CLIENT = { name: 'bench', version: '1' }
const FORMS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

/** Draws `count` questions of each kind; the same for the same brands. */
export function drawQuestions(brands: readonly DrawnBrand[], count: number): Record<Kind, Question[]> {
  const { pick, shuffle } = dice(SEED)
  const firstPages = drawListings(brands, count).filter(({ after }) => after === undefined)
  return {
    'one mark': Array.from({ length: count }, () => askDetail(pick(brands).nroSolicitud)),
    // They come each kind in turn, as do those who ask: one kind must not always be the same one's to ask first.
    'by name': shuffle(drawSearches(brands, count)).map(({ q }) => askPage({ q })),
    'by filters': firstPages.map(({ filters }) => askPage({ ...filters })),
  }
}

const askDetail = (nroSolicitud: string): Question => ({
  path: `/v1/brands/${nroSolicitud}`,
  tool: 'get_brand_detail',
  arguments: { nroSolicitud },
})

function askPage(filters: Question['arguments']): Question {
  const page = { ...filters, limit: PAGE }
  const query = new URLSearchParams(
    Object.entries(page).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return { path: `/v1/brands?${query}`, tool: 'search_brands', arguments: page }
}

/** What a client of a revision sends before its first call. */
export const openings: Readonly<Record<Revision, readonly Message[]>> = {
  '2025-11-25': [
    {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ],
  '2026-07-28': [],
}

/** The call of a tool as a client of a revision sends it. */
export const toolCall = (revision: Revision, { tool, ...question }: Question, id: number): Message => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: tool, arguments: question.arguments, ...(revision === '2026-07-28' ? ENVELOPE : {}) },
})

/** What takes the place of the handshake. */
const ENVELOPE = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

/** The headers that a message of a revision travels with, besides the key. */
export function headersOf(revision: Revision, { method, params }: Message): Record<string, string> {
  if (method === 'initialize') {
    return FORMS
  }
  const headers = { ...FORMS, 'mcp-protocol-version': revision }
  return revision === '2025-11-25'
    ? headers
    : { ...headers, 'mcp-method': method, 'mcp-name': String(params?.name) }
}
