import type { Readable, Writable } from 'node:stream'
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server'
import {
  type ErrorResponse,
  idOf,
  isBlank,
  LONGEST_LINE,
  NO_MESSAGE,
  readLine,
  refusal,
  shortenJsonRpcError,
} from '../shared/mcp/message.ts'
import { readLines } from '../shared/mcp/read-lines.ts'
import { DRAIN_DEADLINE_MS } from './routes.ts'

/** The maximum number of requests at the same time. Further requests wait in the input. */
const MAX_IN_FLIGHT = 8

/**
 * Transports MCP over stdio, one JSON-RPC message per line. Unlike the SDK, answers an invalid line with an error. At
 * the end of the input, waits up to DRAIN_DEADLINE_MS for the last responses, because an input file ends before the
 * responses are ready.
 */
export class StdioTransport implements Transport {
  onmessage: Transport['onmessage']
  onclose: Transport['onclose']
  onerror: Transport['onerror']
  readonly #input: Readable
  readonly #output: Writable
  /** The ids of the unanswered requests. A list, because some clients use one id for two requests at once. */
  readonly #inFlight: RequestId[] = []
  #ended = false
  #closed = false
  #checkRoom = () => {}

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
  }

  async start(): Promise<void> {
    if (this.#closed) {
      setImmediate(() => this.onclose?.()) // closed before it was started
      return
    }
    this.#output.on('error', () => this.close()) // the reader has closed the pipe
    this.#read().then(
      () => this.end(),
      () => this.end(), // the writer has closed the pipe
    )
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const isError = isJSONRPCErrorResponse(message)
    await this.#write(isError ? { ...message, error: shortenJsonRpcError(message.error) } : message)
    if (isError || isJSONRPCResultResponse(message)) {
      this.#settle(message.id)
    }
  }

  /** Stops reading. Closes when every request is answered, or after DRAIN_DEADLINE_MS. */
  end(): void {
    this.#ended = true
    setTimeout(() => this.close(), DRAIN_DEADLINE_MS).unref() // the client may never read the responses
    this.#checkRoom()
    this.#closeWhenSettled()
  }

  async close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true
      this.#ended = true
      this.#checkRoom()
      this.#input.destroy()
      this.onclose?.()
    }
  }

  async #read(): Promise<void> {
    for await (const line of readLines(this.#input, LONGEST_LINE)) {
      if (line === null || !isBlank(line)) {
        await this.#receive(line)
      }
      if (this.#ended) {
        return
      }
    }
  }

  #waitForRoom(): Promise<void> {
    return new Promise((resolve) => {
      this.#checkRoom = () => {
        if (this.#ended || this.#inFlight.length < MAX_IN_FLIGHT) {
          resolve()
        }
      }
      this.#checkRoom()
    })
  }

  async #receive(line: Buffer | null): Promise<void> {
    const read = readMessageOf(line)
    if ('refusal' in read) {
      return this.#write(read.refusal)
    }
    const { message } = read
    if (isJSONRPCRequest(message)) {
      await this.#waitForRoom()
      if (this.#ended) {
        return
      }
      this.#inFlight.push(message.id)
    }
    this.onmessage?.(message)
    // A cancelled request is never answered.
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.#settle(message.params?.requestId as RequestId | undefined)
    }
  }

  #write(message: object): Promise<void> {
    return new Promise((resolve) => {
      this.#output.write(`${JSON.stringify(message)}\n`, () => resolve())
    })
  }

  #settle(id: RequestId | undefined): void {
    const place = id === undefined ? -1 : this.#inFlight.indexOf(id)
    if (place !== -1) {
      this.#inFlight.splice(place, 1)
      this.#checkRoom()
    }
    this.#closeWhenSettled()
  }

  #closeWhenSettled(): void {
    if (this.#ended && this.#inFlight.length === 0) {
      this.close()
    }
  }
}

function readMessageOf(line: Buffer | null): { message: JSONRPCMessage } | { refusal: ErrorResponse } {
  const read = readLine(line)
  if ('refusal' in read) {
    return read
  }
  const message = toMessage(read.message)
  return message === undefined ? { refusal: refusal(-32_600, NO_MESSAGE, idOf(read.message)) } : { message }
}

function toMessage(content: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(content)
  } catch {
    return undefined
  }
}
