import { isUtf8 } from 'node:buffer'

/** How long a message may be, over either transport (docs/decisions.md#mcp: Address). */
export const MOST_BYTES = 256 * 1024

/**
 * How many values and levels a message may hold: far more than any honest client has to say. The parser of the SDK keeps
 * a report on each that is wrong, and 256 KiB of brackets are megabytes once they are parsed.
 */
const MOST_VALUES = 2_000
const MOST_LEVELS = 32

/** What names a request. */
export type Id = string | number

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

/** The one message of the bytes of a text, or why it is not taken. */
export function readMessage(bytes: Buffer): { message: unknown } | { refusal: Refusal } {
  if (!isUtf8(bytes)) {
    return { refusal: refusal(-32_700, 'Parse error: this is not UTF-8') }
  }
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '') // a byte order mark says nothing (RFC 8259, 8.1)
  if (!isModest(text)) {
    const reason = `Invalid Request: more than ${MOST_VALUES} values or ${MOST_LEVELS} levels`
    return { refusal: refusal(-32_600, reason) }
  }
  const message = parse(text)
  if (message === undefined) {
    return { refusal: refusal(-32_700, 'Parse error: this is not JSON') }
  }
  if (Array.isArray(message)) {
    // MCP has had none since 2025-06-18, and in one a request and its own cancellation would wait for ever.
    return { refusal: refusal(-32_600, 'Invalid Request: send one message at a time, not an array of them') }
  }
  return { message: leaveOutNull(message) }
}

const TOO_LARGE = `Invalid Request: a message is larger than ${MOST_BYTES} bytes`

/** What answers a line over stdio that is JSON, and no message. */
export const NO_MESSAGE = 'Invalid Request: this is not a JSON-RPC message'

/** Over stdio, a line that is too long is read all the same, up to here, so that the answer can name its request. */
export const LONGEST_LINE = 16 * MOST_BYTES

/** The message of a line, or why it is not taken; null stands for a line that was too long to be kept. */
export function readLine(line: Buffer | null): { message: unknown } | { refusal: Refusal } {
  if (line === null) {
    return { refusal: refusal(-32_600, TOO_LARGE) }
  }
  const read = readMessage(line)
  return 'message' in read && line.length > MOST_BYTES
    ? { refusal: refusal(-32_600, TOO_LARGE, idOf(read.message)) }
    : read
}

/** Whether a line has nothing but spaces, tabs and a carriage return. */
export const isBlank = (line: Buffer): boolean =>
  line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d)

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

/** Counts what a text would hold without building it; what stands between quotes is one value, however long. */
function isModest(text: string): boolean {
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
    if (values > MOST_VALUES || levels > MOST_LEVELS) {
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

/** As null for one argument is as if it were left out (docs/decisions.md#mcp), so is null for all of them. */
function leaveOutNull(message: unknown): unknown {
  const { params } = (message ?? {}) as { params?: { arguments?: unknown } | null }
  if (params?.arguments === null) {
    delete params.arguments
  }
  return message
}

const LONGEST_MESSAGE = 500

/**
 * An error of the SDK in few words. What its parser has against the parameters of a request comes as a list in JSON of
 * any length, and for some methods as an error of the server's.
 */
export function inFewWords<Told extends JsonRpcError>(error: Told): Told {
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
    ? issues.map(({ path, message }) => `${path?.join('.')}: ${message}`).join('; ')
    : undefined
}
