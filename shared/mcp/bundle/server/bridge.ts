import { type Id, idOf, isBlank, LONGEST_LINE, NO_MESSAGE, readLine, refusal } from '../../message.ts'
import { readLines } from '../../read-lines.ts'
import {
  type Body,
  failureMessage,
  NO_ADDRESS,
  NO_KEY,
  responseMessage,
  responseWithoutKey,
  withoutKey,
} from './error-messages.ts'
import { HEADER_VALUE, isUnencrypted, key, origin } from './settings.ts'

/*
 * The program of the bundle: a stdio server that a desktop client starts. It forwards each JSON-RPC message to `/mcp`.
 *
 * The program runs without packages, with the Node of the desktop client (18.14 or later). Standard output is only for
 * JSON-RPC.
 */

/** The timeout of a request. It is above the deadline of the service (25 seconds). */
const TIMEOUT_MS = 30_000

/** The maximum number of messages in flight. Further messages wait. */
const MAX_IN_FLIGHT = 8

/** The maximum size of a response. It is far above the longest response of the service. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024

/** The member of `params._meta` with the protocol revision. Since revision 2026-07-28, it replaces the handshake. */
const REVISION = 'io.modelcontextprotocol/protocolVersion'

interface Message {
  method: string
  params?: { name?: unknown; requestId?: unknown; _meta?: Record<string, unknown> }
}

/** A message in flight. */
interface Call {
  id: Id | null
  controller: AbortController
  cancelled: boolean
  done: Promise<void>
}

const calls = new Set<Call>()

/** The protocol revision of the handshake; undefined before the handshake. */
let negotiatedRevision: string | undefined

async function main(): Promise<void> {
  process.stdout.on('error', () => process.exit()) // the client has closed the pipe
  process.stderr.on('error', () => {}) // the client does not read standard error
  warn()
  try {
    for await (const line of readLines(process.stdin, LONGEST_LINE)) {
      if (line === null || !isBlank(line)) {
        await take(line)
      }
    }
  } catch {
    // The client has closed the pipe.
  }
  setTimeout(() => process.exit(), TIMEOUT_MS + 2_000).unref() // exits even if the client reads no responses
  await Promise.all([...calls].map(({ done }) => done))
}

/** Warns on standard error, which clients log. */
function warn(): void {
  if (isUnencrypted) {
    process.stderr.write(`${origin} is reached without encryption: others on the network can read the key\n`)
  }
}

async function take(line: Buffer | null): Promise<void> {
  const read = readLine(line)
  if ('refusal' in read) {
    return write(JSON.stringify(read.refusal))
  }
  const message = read.message as Message | null
  const id = idOf(message)
  if (typeof message?.method !== 'string' || (id === null && 'id' in message)) {
    return isAnswer(message) ? undefined : write(JSON.stringify(refusal(-32_600, NO_MESSAGE, id)))
  }
  if (message.method === 'notifications/cancelled') {
    return cancel(message.params?.requestId)
  }
  while (calls.size >= MAX_IN_FLIGHT) {
    await Promise.race([...calls].map(({ done }) => done))
  }
  start(message, id, line as Buffer)
}

/** Returns whether a message is a response. */
const isAnswer = (message: object | null): boolean =>
  message !== null && typeof message === 'object' && ('result' in message || 'error' in message)

/** Cancels a call. The client gets no response. */
function cancel(requestId: unknown): void {
  const call = [...calls].find(({ id, cancelled }) => id !== null && id === requestId && !cancelled)
  if (call !== undefined) {
    call.cancelled = true
    call.controller.abort()
  }
}

function start(message: Message, id: Id | null, line: Buffer): void {
  const call: Call = { id, controller: new AbortController(), cancelled: false, done: Promise.resolve() }
  calls.add(call)
  call.done = answer(call, message, line).finally(() => calls.delete(call))
}

/** Sends a message, and writes the response. Writes nothing for a notification or a cancelled call. */
async function answer(call: Call, message: Message, line: Buffer): Promise<void> {
  const timer = setTimeout(() => call.controller.abort(), TIMEOUT_MS)
  const text = await ask(call, message, line).catch((error) =>
    problem(call.id, failureMessage(error, TIMEOUT_MS)),
  )
  clearTimeout(timer)
  if (call.id !== null && !call.cancelled) {
    await write(text)
  }
}

async function ask({ id, controller }: Call, message: Message, line: Buffer): Promise<string> {
  if (origin === undefined) {
    return problem(id, NO_ADDRESS)
  }
  if (key !== '' && !HEADER_VALUE.test(key) && message.method === 'tools/call') {
    return problem(id, NO_KEY)
  }
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: headersFor(message),
    body: new Uint8Array(line),
    redirect: 'manual', // following a redirect would send the key to another server
    signal: controller.signal,
  })
  return readAnswer(response, responseWithoutKey(await readBody(response)), message, id)
}

const headersFor = (message: Message): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  ...(HEADER_VALUE.test(key) ? { 'x-api-key': key } : {}),
  ...revisionHeaders(message),
})

/** Returns the MCP headers of a message. If the message names no revision, the revision of the handshake applies. */
function revisionHeaders({ method, params }: Message): Record<string, string> {
  const named = params?._meta?.[REVISION]
  if (typeof named !== 'string') {
    return negotiatedRevision === undefined ? {} : { 'mcp-protocol-version': negotiatedRevision }
  }
  const name = method === 'tools/call' && typeof params?.name === 'string' ? params.name : undefined
  return {
    ...(HEADER_VALUE.test(named) ? { 'mcp-protocol-version': named } : {}),
    'mcp-method': inHeader(method),
    ...(name === undefined ? {} : { 'mcp-name': inHeader(name) }),
  }
}

/** Encodes a header value by the rules of MCP. */
const inHeader = (value: string): string =>
  HEADER_VALUE.test(value) && !value.startsWith('=?')
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`

async function readBody(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > MAX_RESPONSE_BYTES) {
      return '' // discards a response that is too large
    }
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Returns the line to write to the client: the response, or an error with the id of the message. */
function readAnswer(response: Response, text: string, message: Message, id: Id | null): string {
  const body = parse(text)
  if (body?.jsonrpc === '2.0' && isAnswer(body)) {
    if (body.id === id) {
      rememberRevision(message, body)
      return text.replace(/[\r\n]+/g, ' ') // line breaks in JSON strings are escaped, so no string changes
    }
    if (body.id === null && 'error' in body) {
      return JSON.stringify({ ...body, id }) // the client expects the id of its request
    }
  }
  return response.status === 429 && message.method === 'tools/call' && body?.error?.code !== undefined
    ? JSON.stringify({ jsonrpc: '2.0', id, result: toolError(text, message) })
    : problem(id, responseMessage(response, body))
}

function rememberRevision({ method }: Message, { result }: Body): void {
  const revision = result?.protocolVersion
  if (method === 'initialize' && typeof revision === 'string' && HEADER_VALUE.test(revision)) {
    negotiatedRevision = revision
  }
}

/** Converts a 429 to a tool result, so that the model sees how long to wait. */
const toolError = (text: string, { params }: Message) => ({
  content: [{ type: 'text', text: withoutKey(text) }],
  isError: true,
  ...(params?._meta?.[REVISION] === undefined ? {} : { resultType: 'complete' }),
})

const problem = (id: Id | null, sentence: string): string =>
  JSON.stringify(refusal(-32_603, withoutKey(sentence), id))

function parse(text: string): (Body & object) | undefined {
  try {
    const body = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}

const write = (line: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(`${line}\n`, () => resolve())
  })

main()
