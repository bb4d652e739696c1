/** The measured protocol revisions. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof REVISIONS)[number]

/** The same question as a REST request and as a tool call. */
export interface Question {
  path: string
  tool: string
  arguments: Readonly<Record<string, unknown>>
}

/** A JSON-RPC message that calls a tool. */
export interface Message {
  jsonrpc: '2.0'
  id: number
  method: 'tools/call'
  params: { name: string; arguments: Question['arguments'] }
}

/** Returns the message that calls the tool of a question. */
export const toolCall = (revision: Revision, { tool, ...question }: Question, id: number): Message => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: tool, arguments: question.arguments, ...(revision === '2026-07-28' ? ENVELOPE : {}) },
})

/** The metadata that each call has in the second revision. */
const ENVELOPE = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

/** Returns the HTTP headers of a message, without the key. */
export function headersOf(revision: Revision, { method, params }: Message): Record<string, string> {
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': revision,
  }
  return revision === '2025-11-25' ? headers : { ...headers, 'mcp-method': method, 'mcp-name': params.name }
}
