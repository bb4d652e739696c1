import { setTimeout as wait } from 'node:timers/promises'
import { MCP_DEADLINE_MS, REST_DEADLINE_MS } from '../../local/routes.ts'
import { errorEnvelope } from '../../schemas/error.ts'
import { health } from '../../schemas/health.ts'
import { operations } from '../../schemas/operations.ts'
import { validator } from '../../shared/platform/validation.ts'

/**
 * The outcome of a request: `right`, a correct response; `limited`, a refusal by a limit of the key; `failed`, a server
 * error in the envelope; `lost`, a broken connection; `wrong`, a response that violates the contract, or none in time.
 */
export type Verdict = 'right' | 'limited' | 'failed' | 'lost' | 'wrong'

/** A kind of request in a load. */
export interface Call {
  readonly kind: string
  readonly deadlineMs: number
  /** Whether a correct response to it costs a unit. */
  readonly charged: boolean
  send(address: string, key: string, signal?: AbortSignal): Promise<Response>
  /** Whether a response without an error has the required status and body. */
  isRight(status: number, body: unknown): boolean
}

export interface Outcome {
  readonly kind: string
  readonly verdict: Verdict
  /** By the clock of `performance`, in milliseconds. */
  readonly sentAt: number
  readonly tookMs: number
  /** The response, or the error of the connection, if the verdict is not `right`. */
  readonly why?: string
  /** The code of the error, if one was answered. */
  readonly code?: string
}

/** Returns a function that sends a GET of a path with a key. */
export const sendGet =
  (path: string, headers: Readonly<Record<string, string>> = {}): Call['send'] =>
  (address, key, signal) =>
    fetch(address + path, { headers: { 'x-api-key': key, ...headers }, ...(signal ? { signal } : {}) })

/** Returns a function that sends a message to the MCP server with a key. */
export const sendMessage =
  (message: object, headers: Readonly<Record<string, string>>): Call['send'] =>
  (address, key, signal) =>
    fetch(`${address}/mcp`, {
      method: 'POST',
      headers: { 'x-api-key': key, ...headers },
      body: JSON.stringify(message),
      ...(signal ? { signal } : {}),
    })

const HEALTH_DEADLINE_MS = 1_000

const get = (path: string, operation: { output: object }, charged = true): Call => {
  const problems = validator(operation.output)
  return {
    kind: path,
    deadlineMs: path === '/health' ? HEALTH_DEADLINE_MS : REST_DEADLINE_MS,
    charged,
    send: sendGet(path),
    isRight: (status, body) => status === 200 && problems(body).length === 0,
  }
}

/** A mark that does not exist: a regular response, and the cheapest charged response. */
export const READ_NOTHING: Call = {
  ...get('/v1/brands/0', operations.getBrand),
  isRight: (status, body) => status === 404 && codeOf(body) === 'not_found',
}

export const CALL_TOOL: Call = {
  kind: 'search_brands',
  deadlineMs: MCP_DEADLINE_MS,
  charged: true,
  send: sendMessage(
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_brands', arguments: { q: 'fiordo', limit: 3 } },
    },
    { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  ),
  isRight: (status, body) => status === 200 && Array.isArray(toolResult(body)?.structuredContent?.items),
}

/** The main operations, and a tool. */
export const EVERY_OPERATION: readonly Call[] = [
  get('/v1/brands?limit=5', operations.searchBrands),
  get('/v1/brands?q=fiordo&limit=3', operations.searchBrands),
  READ_NOTHING,
  get('/v1/freshness', operations.getFreshness),
  get('/v1/sync-runs?limit=2', operations.listSyncRuns),
  get('/health', { output: health }, false),
  CALL_TOOL,
]

const codeOf = (body: unknown): string | undefined => (body as { error?: { code?: string } })?.error?.code

interface ToolResult {
  isError?: boolean
  content?: { text: string }[]
  structuredContent?: { items?: unknown }
}
export const toolResult = (body: unknown): ToolResult | undefined => (body as { result?: ToolResult })?.result

/** Returns the error in a body; for a tool, in the text of its error result. */
function errorOf(body: unknown): unknown {
  const result = toolResult(body)
  return result?.isError ? JSON.parse(result.content?.[0]?.text ?? 'null') : body
}

const envelopeProblems = validator(errorEnvelope)
const healthProblems = validator(health)

/** Sends one request and returns its outcome. */
export async function outcomeOf(call: Call, address: string, key: string): Promise<Outcome> {
  const sentAt = performance.now()
  const judged = await judge(call, address, key).catch((error: Error) => {
    const isHung = error.name === 'TimeoutError'
    return { verdict: isHung ? 'wrong' : 'lost', why: `${error.message} ${error.cause ?? ''}` } as const
  })
  return { kind: call.kind, sentAt, tookMs: performance.now() - sentAt, ...judged }
}

/** How long a client waits: much longer than any response may take. */
const PATIENCE_MS = 60_000

async function judge(
  call: Call,
  address: string,
  key: string,
): Promise<Pick<Outcome, 'verdict' | 'why' | 'code'>> {
  const response = await call.send(address, key, AbortSignal.timeout(PATIENCE_MS))
  const text = await response.text()
  const { status } = response
  const requestId = response.headers.get('x-request-id')
  if (status === 304 && requestId && text === '' && call.isRight(status, undefined)) {
    return { verdict: 'right' }
  }
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const wrong = {
    verdict: 'wrong',
    why: `${call.kind}: ${status} ${requestId} ${text.slice(0, 300)}`,
  } as const
  if (!isJson || !requestId) {
    return wrong
  }
  const body: unknown = JSON.parse(text)
  if (call.isRight(status, body)) {
    return { verdict: 'right' }
  }
  const error = errorOf(body)
  const code = codeOf(error)
  return { ...wrong, verdict: verdictOfError(status, error, requestId), ...(code ? { code } : {}) }
}

function verdictOfError(status: number, body: unknown, requestId: string): Verdict {
  if (status === 503 && healthProblems(body).length === 0) {
    return 'failed'
  }
  const { error } = body as { error: { code: string; requestId: string } }
  if (envelopeProblems(body).length > 0 || error.requestId !== requestId) {
    return 'wrong'
  }
  const isOurs =
    (error.code === 'internal_error' && [200, 500].includes(status)) ||
    (error.code === 'overloaded' && [200, 503].includes(status))
  const isLimit = error.code === 'rate_limited' || error.code === 'quota_exceeded'
  return isOurs ? 'failed' : isLimit ? 'limited' : 'wrong'
}

export interface Traffic {
  readonly sent: number
  readonly outcomes: readonly Outcome[]
  stop(): Promise<void>
}

/** The pause of a client after a request without a response, so that it does not flood an unavailable service. */
const REST_MS = 50

/** The clients of a load, and the address of the service. */
export interface Clients {
  readonly address: string
  readonly key: string
  /** The number of clients for each kind of request. */
  readonly clients: number
  /** The pause between a response and the next request. Default: none. */
  readonly pauseMs?: number
}

/** Sends requests until it is stopped, with a number of clients for each kind; each client sends one request at a time. */
export function startTraffic(
  calls: readonly Call[],
  { address, key, clients, pauseMs = 0 }: Clients,
): Traffic {
  const outcomes: Outcome[] = []
  let running = true
  let sent = 0
  const client = async (call: Call): Promise<void> => {
    while (running) {
      sent += 1
      const outcome = await outcomeOf(call, address, key)
      outcomes.push(outcome)
      const restMs = outcome.verdict === 'right' ? pauseMs : Math.max(pauseMs, REST_MS)
      await (restMs === 0 ? undefined : wait(restMs))
    }
  }
  const all = calls.flatMap((call) => Array.from({ length: clients }, () => client(call)))
  return {
    get sent() {
      return sent
    },
    outcomes,
    stop: async () => {
      running = false
      await Promise.all(all)
    },
  }
}

/** Returns the number of units that the correct responses cost. */
export function granted(outcomes: readonly Outcome[]): number {
  const free = new Set(EVERY_OPERATION.filter(({ charged }) => !charged).map(({ kind }) => kind))
  return outcomes.filter(({ kind, verdict }) => verdict === 'right' && !free.has(kind)).length
}
