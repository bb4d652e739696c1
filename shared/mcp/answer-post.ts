import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Context } from 'aws-lambda'
import { servingDatabase } from '../db/serving.ts'
import { type HttpEvent, type HttpResult, jsonResult } from '../http/middleware/http.ts'
import type { ServedTool, ToolCall } from '../http/middleware/tool-call.ts'
import { ApiError } from '../platform/errors.ts'
import { createMcpServer } from './create-server.ts'
import { readInstructions } from './instructions.ts'
import { MAX_MESSAGE_BYTES, readMessage, shortenJsonRpcError } from './message.ts'
import { traceHeaders } from './trace-headers.ts'

/**
 * Answers one JSON-RPC message over Streamable HTTP, always as `application/json` (docs/decisions.md#mcp: Address).
 *
 * The SDK returns every tool result with HTTP 200. A call above a limit must get 429 (docs/decisions.md#mcp: Limits),
 * so this function throws the error of such a call.
 *
 * @throws payload_too_large, rate_limited, quota_exceeded
 */
export async function answerPost(
  tools: readonly ServedTool[],
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
    async ({ handler }, args, meta) => {
      event.headers = { ...event.headers, ...traceHeaders(meta) }
      const call: ToolCall = { headers: event.headers, arguments: args }
      const outcome = await handler(call, context)
      event.caller = call.caller
      limited = outcome.limited
      return outcome.result
    },
    asksForInstructions(message) ? await readInstructions(servingDatabase()) : undefined,
  )
  const response = await respond(server, toRequest(event), message)
  if (limited) {
    throw limited
  }
  return toResult(response)
}

/** Decodes the body and checks its size. The local server limits the size too, but AWS Lambda accepts larger bodies. */
function readBody({ body = '', isBase64Encoded }: HttpEvent): Buffer {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  if (bytes.length > MAX_MESSAGE_BYTES) {
    throw new ApiError('payload_too_large', {
      message: `The request body is larger than ${MAX_MESSAGE_BYTES} bytes`,
    })
  }
  return bytes
}

/**
 * Returns whether the response to a message contains the server instructions. Since revision 2026-07-28, `server/discover` replaces
 * `initialize`.
 */
const asksForInstructions = (message: unknown): boolean =>
  ['initialize', 'server/discover'].includes((message as { method?: unknown } | null)?.method as string)

async function respond(server: Server, request: Request, message: unknown): Promise<Response> {
  if (await isLegacyRequest(request, message)) {
    return respondAfterHandshake(server, request, message)
  }
  const handler = createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 })
  return handler.fetch(request, { parsedBody: message })
}

/** Answers a message of an older revision. `createMcpHandler` would respond with a stream. */
async function respondAfterHandshake(server: Server, request: Request, message: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

/** Builds the request for the SDK. The SDK gets the body separately, as `parsedBody`. */
function toRequest(event: HttpEvent): Request {
  const kept = Object.entries(event.headers).filter(
    ([name, value]) => (name === 'content-type' || name.startsWith('mcp-')) && HEADER_TEXT.test(value ?? ''),
  )
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { ...(Object.fromEntries(kept) as Record<string, string>), accept: ACCEPTED_TYPES },
  })
}

const ACCEPTED_TYPES = 'application/json, text/event-stream'
const HEADER_TEXT = /^[\t\x20-\x7E]*$/

const toResult = async (response: Response): Promise<HttpResult> => ({
  statusCode: response.status,
  headers: { 'cache-control': 'no-store', ...Object.fromEntries(response.headers) },
  body: shortenError(await response.text()),
})

/** Shortens the error of a response. Does not parse results. */
function shortenError(body: string): string {
  if (body === '' || body.startsWith('{"result"')) {
    return body
  }
  const { error, ...rest } = JSON.parse(body)
  return error === undefined ? body : JSON.stringify({ ...rest, error: shortenJsonRpcError(error) })
}
