/** How long a message may be, over either transport (decisions, MCP: Address). */
export const MOST_BYTES = 256 * 1024

/**
 * How many values a message may hold besides the arguments of a tool, which the guards check: far more than any honest
 * client has to say. The parser of the SDK keeps a report on each that is wrong.
 */
const MOST_VALUES = 500

type Id = string | number

/** An error that answers a message before the SDK sees it (JSON-RPC 2.0, 5). */
export interface Refusal {
  jsonrpc: '2.0'
  error: JsonRpcError
  /** Null where the message has none that could be read. */
  id: Id | null
}

interface JsonRpcError {
  code: number
  message: string
}

/** The one message of a text, or why it is not taken. */
export function readMessage(text: string): { message: unknown } | { refusal: Refusal } {
  const message = parse(text)
  if (message === undefined) {
    return { refusal: refusal(-32_700, 'Parse error: this is not JSON') }
  }
  if (Array.isArray(message)) {
    // MCP has had none since 2025-06-18, and in one a request and its own cancellation would wait for ever.
    return { refusal: refusal(-32_600, 'Invalid Request: send one message at a time, not an array of them') }
  }
  if (hasMoreValues(besidesArguments(message), MOST_VALUES)) {
    const reason = `Invalid Request: more than ${MOST_VALUES} values besides the arguments of a tool`
    return { refusal: refusal(-32_600, reason, idOf(message)) }
  }
  return { message: leaveOutNull(message) }
}

/** An error that is told with the id of its request, or without any. */
export const refusal = (code: number, message: string, id: Id | null = null): Refusal => {
  const error = { code, message }
  return { jsonrpc: '2.0', error, id }
}

/** The id of a request, as far as it can be answered to. */
export function idOf(message: unknown): Id | null {
  const { id } = (message ?? {}) as { id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** A byte order mark says nothing in UTF-8, and may be passed over (RFC 8259, 8.1). */
function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** As null for one argument is as if it were left out (decisions, MCP), so is null for all of them. */
function leaveOutNull(message: unknown): unknown {
  const { params } = (message ?? {}) as { params?: { arguments?: unknown } | null }
  if (params?.arguments === null) {
    delete params.arguments
  }
  return message
}

function besidesArguments(message: unknown): unknown {
  const { params, ...rest } = (message ?? {}) as { params?: unknown }
  const { arguments: _, ...others } = (params ?? {}) as { arguments?: unknown }
  return [rest, others]
}

function hasMoreValues(value: unknown, most: number): boolean {
  const left = [value]
  for (let seen = 0; left.length > 0; seen++) {
    const next = left.pop()
    const inside = typeof next === 'object' && next !== null ? Object.values(next) : []
    if (seen + left.length + inside.length > most) {
      return true
    }
    left.push(...inside)
  }
  return false
}

const LONGEST_MESSAGE = 500
const MOST_ISSUES = 3

/**
 * An error of the SDK in few words. What its parser has against the parameters of a request comes as a list in JSON of
 * any length, and for some methods as an error of the server's.
 */
export function inFewWords(error: JsonRpcError): JsonRpcError {
  const issues = error.code === -32_603 ? readIssues(error.message) : undefined
  return issues === undefined
    ? { ...error, message: shortened(error.message) }
    : { ...error, code: -32_602, message: shortened(`Invalid params: ${issues}`) }
}

const shortened = (text: string): string =>
  text.length <= LONGEST_MESSAGE ? text : `${text.slice(0, LONGEST_MESSAGE).toWellFormed()}…`

function readIssues(text: string): string | undefined {
  const issues = parse(text)
  return Array.isArray(issues)
    ? issues
        .slice(0, MOST_ISSUES)
        .map(({ path, message }) => `${path?.join('.')}: ${message}`)
        .join('; ')
    : undefined
}
