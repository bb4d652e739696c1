import { isUtf8 } from 'node:buffer'

/** The maximum size of a message (docs/decisions.md#mcp: Address). */
export const MAX_MESSAGE_BYTES = 256 * 1024

/** The maximum number of values in a message. It limits memory: the SDK keeps a report for each invalid value. */
const MAX_VALUES = 2_000
/** The maximum nesting depth of arrays and objects. */
const MAX_LEVELS = 32

export type Id = string | number

/** An error response (JSON-RPC 2.0, 5). */
export interface ErrorResponse {
  jsonrpc: '2.0'
  error: JsonRpcError
  /** Null when the message has no readable id. */
  id: Id | null
}

interface JsonRpcError {
  code: number
  message: string
}

/** Parses a message, or returns an error response. */
export function readMessage(bytes: Buffer): { message: unknown } | { refusal: ErrorResponse } {
  if (!isUtf8(bytes)) {
    return { refusal: refusal(-32_700, 'Parse error: this is not UTF-8') }
  }
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '') // a byte order mark may be ignored (RFC 8259, 8.1)
  if (!isWithinLimits(text)) {
    const reason = `Invalid Request: the message has more than ${MAX_VALUES} values, or more than ${MAX_LEVELS} levels of nesting`
    return { refusal: refusal(-32_600, reason) }
  }
  const message = parse(text)
  if (message === undefined) {
    return { refusal: refusal(-32_700, `Parse error: this is not JSON: ${SEND_ONE}`) }
  }
  if (Array.isArray(message)) {
    // MCP has had no batches since revision 2025-06-18.
    return {
      refusal: refusal(-32_600, 'Invalid Request: send one message at a time, not an array of messages'),
    }
  }
  const mistake = mistakeOfForm(message)
  if (mistake !== undefined) {
    return { refusal: refusal(-32_600, `Invalid Request: ${mistake}`, idOf(message)) }
  }
  if (hasPrototypeArgument(message)) {
    // The SDK would silently drop this argument.
    return { refusal: refusal(-32_602, 'Invalid params: no tool has an argument __proto__', idOf(message)) }
  }
  return { message: removeNullArguments(knownMembers(message)) }
}

const SEND_ONE = 'send one JSON-RPC message, such as {"jsonrpc":"2.0","id":1,"method":"tools/list"}'

/** Returns the reason why a message is not a valid JSON-RPC message (JSON-RPC 2.0, 4); undefined if it is valid. */
function mistakeOfForm(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null) {
    return `a message must be a JSON object: ${SEND_ONE}`
  }
  const { jsonrpc, id, method, params } = message as Readonly<Record<string, unknown>>
  if (jsonrpc !== '2.0') {
    return 'jsonrpc must be "2.0"'
  }
  if ('result' in message || 'error' in message) {
    return undefined // a response
  }
  if (typeof method !== 'string') {
    return 'method must be the name of a method, such as "tools/list"'
  }
  if (id !== undefined && typeof id !== 'string' && !Number.isInteger(id)) {
    return 'id must be a string or a whole number; only a notification has no id'
  }
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params)
  return params === undefined || isObject ? undefined : 'params must be an object'
}

const TOO_LARGE = `Invalid Request: a message is larger than ${MAX_MESSAGE_BYTES} bytes`

/** The error message for JSON that is not JSON-RPC. */
export const NO_MESSAGE = 'Invalid Request: this is not a JSON-RPC message'

/** The maximum length of a line over stdio. A line above MAX_MESSAGE_BYTES is parsed only to put its id into the error. */
export const LONGEST_LINE = 16 * MAX_MESSAGE_BYTES

/** Parses the message in a line, or returns an error response. `line` is null for a line above LONGEST_LINE. */
export function readLine(line: Buffer | null): { message: unknown } | { refusal: ErrorResponse } {
  if (line === null) {
    return { refusal: refusal(-32_600, TOO_LARGE) }
  }
  const read = readMessage(line)
  return 'message' in read && line.length > MAX_MESSAGE_BYTES
    ? { refusal: refusal(-32_600, TOO_LARGE, idOf(read.message)) }
    : read
}

/** Returns whether a line has only white space. */
export const isBlank = (line: Buffer): boolean =>
  line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)

export const refusal = (code: number, message: string, id: Id | null = null): ErrorResponse => {
  const error = { code, message }
  return { jsonrpc: '2.0', error, id }
}

/** Returns the id of a message; null if the id is missing or invalid. */
export function idOf(message: unknown): Id | null {
  const { id } = (message ?? {}) as { id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

function isWithinLimits(text: string): boolean {
  let values = 0
  let levels = 0
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place)
    if (code === QUOTE) {
      place = endOfString(text, place)
    } else if (OPENING.has(code)) {
      values += 1
      levels += 1
    } else if (CLOSING.has(code)) {
      levels -= 1
    } else if (code === COMMA) {
      values += 1
    }
    if (values > MAX_VALUES || levels > MAX_LEVELS) {
      return false
    }
  }
  return true
}

function endOfString(text: string, start: number): number {
  for (let place = start + 1; place < text.length; place++) {
    const code = text.charCodeAt(place)
    if (code === QUOTE) {
      return place
    }
    if (code === BACKSLASH) {
      place += 1
    }
  }
  return text.length
}

/** The members of a message (JSON-RPC 2.0, 4 and 5). */
const MEMBERS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error']

/** Removes members that are not in `MEMBERS`. MCP allows such members, but the SDK refuses them. */
const knownMembers = (message: unknown): unknown =>
  typeof message === 'object' && message !== null
    ? Object.fromEntries(Object.entries(message).filter(([name]) => MEMBERS.includes(name)))
    : message

function hasPrototypeArgument(message: unknown): boolean {
  const { params } = (message ?? {}) as { params?: { arguments?: unknown } | null }
  return Object.hasOwn(Object(params?.arguments), '__proto__')
}

/** Removes `arguments: null`, because null counts as absent (docs/decisions.md#mcp). */
function removeNullArguments(message: unknown): unknown {
  const { params } = (message ?? {}) as { params?: { arguments?: unknown } | null }
  if (params?.arguments === null) {
    delete params.arguments
  }
  return message
}

const MAX_ERROR_LENGTH = 500

/** Shortens the message of an SDK error, and adds advice. The SDK reports invalid parameters as a long JSON list. */
export function shortenJsonRpcError<Failure extends JsonRpcError>(error: Failure): Failure {
  const issues = readIssues(error.message)
  return issues === undefined
    ? { ...error, message: shortened(error.message + (WHAT_TO_SEND[error.message] ?? '')) }
    : { ...error, code: -32_602, message: shortened(`Invalid params: ${issues}`) }
}

const WHAT_TO_SEND: Readonly<Record<string, string>> = {
  'Method not found': ': the methods are initialize, server/discover, ping, tools/list and tools/call',
  'Subscription limit reached': ': this server does not support subscriptions',
}

const shortened = (text: string): string =>
  text.length <= MAX_ERROR_LENGTH ? text : `${text.slice(0, MAX_ERROR_LENGTH).toWellFormed()}…`

/** Matches an SDK message with a JSON list of invalid values, such as `Invalid tools/call request: […]`. */
const ISSUES = /^(?:Invalid \S+ request: )?(?<list>\[.*\])$/s

function readIssues(text: string): string | undefined {
  const issues = parse(ISSUES.exec(text)?.groups?.list ?? '')
  return Array.isArray(issues)
    ? issues.map(({ path, expected }) => `${path?.join('.')} ${mustBe(expected)}`).join('; ')
    : undefined
}

const mustBe = (expected: unknown): string => {
  const kind = KINDS[String(expected)]
  return kind === undefined ? 'is not valid' : `must be ${kind}`
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}
