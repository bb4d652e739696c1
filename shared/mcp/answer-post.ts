import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Context } from 'aws-lambda'
import { servingDatabase } from '../db/serving.ts'
import { type HttpEvent, type HttpResult, jsonResult } from '../http/middleware/http.ts'
import type { ToolCall, ToolHandler } from '../http/middleware/tool-call.ts'
import { ApiError } from '../platform/errors.ts'
import { createMcpServer } from './create-server.ts'
import { readInstructions } from './instructions.ts'
import { inFewWords, MOST_BYTES, readMessage } from './message.ts'

/**
 * Answers one JSON-RPC message over Streamable HTTP, without sessions and without streams: every client gets
 * `application/json`, whatever it accepts, because that is all there is (docs/decisions.md#mcp: Address).
 *
 * @throws payload_too_large; rate_limited and quota_exceeded, which HTTP tells by its status (docs/decisions.md#mcp: Limits)
 */
export async function answerPost(
  tools: readonly ToolHandler[],
  event: HttpEvent,
  context: Context,
): Promise<HttpResult> {
  const read = readMessage(readBody(event))
  if ('refusal' in read) {
    return jsonResult(400, read.refusal)
  }
  const { message } = read
  let limited: ApiError | undefined
  const server = createMcpServer(
    tools,
    async (tool, args) => {
      const call: ToolCall = { headers: event.headers, arguments: args }
      const outcome = await tool.call(call, context)
      event.caller = call.caller
      limited = outcome.limited
      return outcome.result
    },
    asksForInstructions(message) ? await readInstructions(servingDatabase()) : undefined,
  )
  const response = await respond(server, toRequest(event), message)
  // The SDK would tell a limit as a result like any other, over HTTP 200.
  if (limited) {
    throw limited
  }
  return toResult(response)
}

/** Lambda takes larger bodies than the local server lets through. */
function readBody({ body = '', isBase64Encoded }: HttpEvent): Buffer {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  if (bytes.length > MOST_BYTES) {
    throw new ApiError('payload_too_large', {
      message: `The request body is larger than ${MOST_BYTES} bytes`,
    })
  }
  return bytes
}

/** The two openings of a conversation: `initialize` to 2025-11-25, `server/discover` since 2026-07-28. */
const asksForInstructions = (message: unknown): boolean =>
  ['initialize', 'server/discover'].includes((message as { method?: unknown } | null)?.method as string)

/** The revision decides the transport. */
async function respond(server: Server, request: Request, message: unknown): Promise<Response> {
  if (await isLegacyRequest(request, message)) {
    return respondAfterHandshake(server, request, message)
  }
  const handler = createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 })
  return handler.fetch(request, { parsedBody: message })
}

/** The handler's own serving of these revisions answers with a stream. */
async function respondAfterHandshake(server: Server, request: Request, message: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

/** The request as the SDK takes it, with the headers that mean something to it; the body comes parsed beside it. */
function toRequest(event: HttpEvent): Request {
  const kept = Object.entries(event.headers).filter(
    ([name, value]) => (name === 'content-type' || name.startsWith('mcp-')) && IN_A_HEADER.test(value ?? ''),
  )
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { ...(Object.fromEntries(kept) as Record<string, string>), accept: EVERY_FORM },
  })
}

const EVERY_FORM = 'application/json, text/event-stream'
const IN_A_HEADER = /^[\t\x20-\x7E]*$/

const toResult = async (response: Response): Promise<HttpResult> => ({
  statusCode: response.status,
  headers: { 'cache-control': 'no-store', ...Object.fromEntries(response.headers) },
  body: briefly(await response.text()),
})

/** Most answers are results, which the SDK begins with, and are not read again. */
function briefly(body: string): string {
  if (body === '' || body.startsWith('{"result"')) {
    return body
  }
  const { error, ...rest } = JSON.parse(body)
  return error === undefined ? body : JSON.stringify({ ...rest, error: inFewWords(error) })
}
