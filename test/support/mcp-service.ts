import { expect } from 'vitest'
import { errorEnvelope } from '../../schemas/error.ts'
import { listKeys } from '../../shared/keys/keys.ts'
import { validator } from '../../shared/platform/validation.ts'
import { type SampleMark, sampleMarks } from './marks.ts'
import { parseAnswer, type RawAnswer, sendRaw } from './raw-http.ts'
import { type Answer, ask as askService, startTestService, type TestService } from './service.ts'

const marks = sampleMarks().slice(0, 30) as [SampleMark, ...SampleMark[]]
export const [mark] = marks
/** A mark whose registration number no other mark of the service has. */
export const registered = marks.find(
  ({ nroRegistro }) =>
    nroRegistro !== null && marks.filter((other) => other.nroRegistro === nroRegistro).length === 1,
) as SampleMark

export type Headers = Record<string, string>

export interface Sent {
  path?: string
  method?: string
  headers?: Headers
  body?: string
}

/** Returns a JSON-RPC request. */
export const request = (method: string, params?: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  ...(params && { params }),
})

export const PING = JSON.stringify(request('ping'))
export const PONG = { jsonrpc: '2.0', id: 1, result: {} }
export const JSON_TYPE = 'Content-Type: application/json\r\n'

/** Returns the parameters of `initialize`. */
export const initializeParams = (protocolVersion: string) => ({
  protocolVersion,
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})

/** Calls a tool of a service over HTTP, in one message without a handshake. */
export const callTool = (
  service: { address: string },
  name: string,
  args: object,
  key: string | undefined,
): Promise<Answer> =>
  askService(service, '/mcp', {
    key,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request('tools/call', { name, arguments: args })),
  })

/** The revision without a handshake. */
export const MODERN = '2026-07-28'

/** Returns the parameters of every request of the revision without a handshake. */
export const metadata = (revision = MODERN) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
})

/** A test service and requests to its MCP server, without a client library. */
export interface McpService {
  service: TestService
  key: string
  /** Sends a body unchanged; expects a response that is JSON or empty, with a request id. */
  post(body: string | undefined, sent?: Sent): Promise<Answer>
  ask(method: string, params?: object, headers?: Headers): Promise<Answer>
  askModern(method: string, params?: { name?: string }, revision?: string): Promise<Answer>
  /** Calls a tool with the key; `args` is JSON text. */
  callRaw(args: string, name?: string): Promise<Answer>
  call(args: unknown, name?: string): Promise<Answer>
  /** Sends a POST with exactly these headers. */
  raw(headers: string, body: string, target?: { host?: string; path?: string }): Promise<RawAnswer>
  /** Returns the units that the key of a consumer was charged this month. */
  spent(consumer: string): Promise<number>
}

/** Starts a test service with 30 marks. */
export async function startMcpService(): Promise<McpService> {
  const service = await startTestService({ marks })
  const key = await service.key()
  const post: McpService['post'] = async (body, { path = '/mcp', method = 'POST', headers = {} } = {}) => {
    const response = await fetch(service.address + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    const isJson = /^application\/json(;|$)/.test(response.headers.get('content-type') ?? '')
    expect(isJson || text === '').toBe(true)
    expect(response.headers.get('x-request-id')).toMatch(/^[\x21-\x7E]{1,200}$/)
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  const ask: McpService['ask'] = (method, params, headers = {}) =>
    post(JSON.stringify(request(method, params)), { headers })
  const callRaw: McpService['callRaw'] = (args, name = 'search_brands') =>
    post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`, {
      headers: { 'x-api-key': key },
    })
  return {
    service,
    key,
    post,
    ask,
    askModern: (method, params = {}, revision = MODERN) =>
      ask(
        method,
        { ...params, ...metadata(revision) },
        {
          'mcp-protocol-version': revision,
          'mcp-method': method,
          ...(params.name ? { 'mcp-name': params.name } : {}),
          'x-api-key': key,
        },
      ),
    callRaw,
    call: (args, name) => callRaw(JSON.stringify(args), name),
    raw: async (headers, body, { host = '127.0.0.1', path = '/mcp' } = {}) =>
      parseAnswer(
        await sendRaw(
          service.address,
          `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}` +
            `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        ),
      ),
    spent: async (wanted) =>
      (await listKeys(service.owner)).find(({ consumer }) => consumer === wanted)?.monthUsed ?? 0,
  }
}

/** Expects a JSON-RPC error without an id. */
export function expectRefusal(answer: Answer, status: number, code: number): void {
  expect({ status: answer.status, ...answer.body }).toEqual({
    status,
    jsonrpc: '2.0',
    id: null,
    error: { code, message: expect.any(String) },
  })
}

const envelopeProblems = validator(errorEnvelope)

/** Expects the error envelope of REST. */
export function expectEnvelope(answer: Answer | RawAnswer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({ status, code })
  expect(envelopeProblems(answer.body)).toEqual([])
}

/** Returns the error in the result of a tool call, which is no error of JSON-RPC or HTTP. */
export function errorOf({ status, body }: Answer) {
  expect({ status, isError: body.result?.isError }).toEqual({ status: 200, isError: true })
  const envelope = JSON.parse(body.result.content[0].text)
  expect(envelopeProblems(envelope)).toEqual([])
  return envelope.error
}

/** Returns the items in the result of a search. */
export const itemsOf = ({ body }: Answer) => JSON.parse(body.result.content[0].text).items
