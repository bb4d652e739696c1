import type { Question } from './requests.ts'

/** The measured protocol revisions: the first begins with the handshake `initialize`, the second has no handshake. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof REVISIONS)[number]

/** A JSON-RPC message of a client. */
export interface Message {
  jsonrpc: '2.0'
  id?: number
  method: string
  params?: Readonly<Record<string, unknown>>
}

const CLIENT = { name: 'bench', version: '1' }
const MEDIA_TYPES = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

/** The messages that a client sends before its first call. */
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

/** Returns the message that calls the tool of a question. */
export const toolCall = (revision: Revision, { tool, ...question }: Question, id: number): Message => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: tool, arguments: question.arguments, ...(revision === '2026-07-28' ? ENVELOPE : {}) },
})

/** The metadata that each call has in the second revision, instead of the handshake. */
const ENVELOPE = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

/** Returns the HTTP headers of a message, without the key. */
export function headersOf(revision: Revision, { method, params }: Message): Record<string, string> {
  if (method === 'initialize') {
    return MEDIA_TYPES
  }
  const headers = { ...MEDIA_TYPES, 'mcp-protocol-version': revision }
  return revision === '2025-11-25'
    ? headers
    : { ...headers, 'mcp-method': method, 'mcp-name': String(params?.name) }
}
