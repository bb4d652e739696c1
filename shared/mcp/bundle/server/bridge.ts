import { type Id, idOf, isBlank, LONGEST_LINE, NO_MESSAGE, readLine, refusal } from '../../message.ts'
import { readLines } from '../../read-lines.ts'
import {
  aboutAnswer,
  aboutSilence,
  answerWithoutKey,
  type Body,
  NO_ADDRESS,
  NO_KEY,
  withoutKey,
} from './sentences.ts'
import { IN_A_HEADER, isOpen, key, origin } from './settings.ts'

/*
 * The program of the bundle: a server over stdio, started by a desktop client, that hands each JSON-RPC message to the
 * service's `/mcp` with the key of its user, and writes down what the service answers. `mcp-remote` does the like; it is
 * four packages with an OAuth client, a browser and a folder of tokens, where one header is all that is asked for here.
 *
 * It runs on the reader's machine, on whatever Node from 18.14 on the client brings, so it has what Node has and a few
 * files of ours. Standard output is the protocol's; the key goes into one header, and nowhere else.
 */

/** The service answers, or gives up, within 25 seconds. */
const TIMEOUT_MS = 30_000

/** Requests at a time: those beyond wait in the pipe. */
const MOST_AT_A_TIME = 8

/** Far more than any answer: what is longer does not come from the service. */
const MOST_ANSWER_BYTES = 16 * 1024 * 1024

/** Where `params._meta` names the revision, since there is no handshake (2026-07-28). */
const REVISION = 'io.modelcontextprotocol/protocolVersion'

interface Message {
  method: string
  params?: { name?: unknown; requestId?: unknown; _meta?: Record<string, unknown> }
}

/** A message that is on its way to the service. */
interface Call {
  id: Id | null
  controller: AbortController
  cancelled: boolean
  done: Promise<void>
}

const calls = new Set<Call>()

/** What the client and the service have agreed on in their handshake. */
let agreed: string | undefined

async function main(): Promise<void> {
  process.stdout.on('error', () => process.exit()) // nobody reads any more
  process.stderr.on('error', () => {}) // nobody keeps what is said there
  warn()
  try {
    for await (const line of readLines(process.stdin, LONGEST_LINE)) {
      if (line === null || !isBlank(line)) {
        await take(line)
      }
    }
  } catch {
    // Whoever wrote has broken off, which is an end like any other.
  }
  setTimeout(() => process.exit(), TIMEOUT_MS + 2_000).unref() // nobody may be reading the answers
  await Promise.all([...calls].map(({ done }) => done))
}

/** Clients keep what a server says on standard error. */
function warn(): void {
  if (isOpen) {
    process.stderr.write(`${origin} is reached without encryption: whoever is on the way can read the key\n`)
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
  while (calls.size >= MOST_AT_A_TIME) {
    await Promise.race([...calls].map(({ done }) => done))
  }
  start(message, id, line as Buffer)
}

/** The service never asks anything, so an answer to it says nothing. */
const isAnswer = (message: object | null): boolean =>
  message !== null && typeof message === 'object' && ('result' in message || 'error' in message)

/** What is cancelled is never answered. The service learns it from the connection, which is broken off. */
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

/** Asks, and writes the answer whole; to a notification there is none. */
async function answer(call: Call, message: Message, line: Buffer): Promise<void> {
  const timer = setTimeout(() => call.controller.abort(), TIMEOUT_MS)
  const text = await ask(call, message, line).catch((error) =>
    problem(call.id, aboutSilence(error, TIMEOUT_MS)),
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
  if (key !== '' && !IN_A_HEADER.test(key) && message.method === 'tools/call') {
    return problem(id, NO_KEY)
  }
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: headersFor(message),
    body: new Uint8Array(line),
    redirect: 'manual', // elsewhere, the key would be somebody else's
    signal: controller.signal,
  })
  return readAnswer(response, answerWithoutKey(await readBody(response)), message, id)
}

const headersFor = (message: Message): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  ...(IN_A_HEADER.test(key) ? { 'x-api-key': key } : {}),
  ...revisionHeaders(message),
})

/** A message that names its revision is told in the headers as well, name by name; others follow the handshake. */
function revisionHeaders({ method, params }: Message): Record<string, string> {
  const named = params?._meta?.[REVISION]
  if (typeof named !== 'string') {
    return agreed === undefined ? {} : { 'mcp-protocol-version': agreed }
  }
  const name = method === 'tools/call' && typeof params?.name === 'string' ? params.name : undefined
  return {
    ...(IN_A_HEADER.test(named) ? { 'mcp-protocol-version': named } : {}),
    'mcp-method': inHeader(method),
    ...(name === undefined ? {} : { 'mcp-name': inHeader(name) }),
  }
}

/** As MCP writes values that a header cannot hold. */
const inHeader = (value: string): string =>
  IN_A_HEADER.test(value) && !value.startsWith('=?')
    ? value
    : `=?base64?${Buffer.from(value).toString('base64')}?=`

async function readBody(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length
    if (size > MOST_ANSWER_BYTES) {
      return '' // and the rest is not fetched
    }
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The line for the client: the answer as it came where it is one, otherwise what has to be said instead. */
function readAnswer(response: Response, text: string, message: Message, id: Id | null): string {
  const body = parse(text)
  if (body?.jsonrpc === '2.0' && isAnswer(body)) {
    if (body.id === id) {
      agreeOn(message, body)
      return text.replace(/[\r\n]+/g, ' ') // of which no string of JSON holds any
    }
    if (body.id === null && 'error' in body) {
      return JSON.stringify({ ...body, id }) // the client waits for an answer to its id
    }
  }
  return response.status === 429 && message.method === 'tools/call' && body?.error?.code !== undefined
    ? JSON.stringify({ jsonrpc: '2.0', id, result: toolError(text, message) })
    : problem(id, aboutAnswer(response, body))
}

function agreeOn({ method }: Message, { result }: Body): void {
  const revision = result?.protocolVersion
  if (method === 'initialize' && typeof revision === 'string' && IN_A_HEADER.test(revision)) {
    agreed = revision
  }
}

/** A limit, as the service tells it over stdio: to the model, which is to wait. */
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

/** Waits for a reader that is slower than we are. */
const write = (line: string): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(`${line}\n`, () => resolve())
  })

main()
