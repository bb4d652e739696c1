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
import { BATCH_REFUSAL, MOST_BYTES, readMessage, refusal } from '../shared/mcp/message.ts'
import { readLines } from './read-lines.ts'

const PARSE_ERROR = refusal(-32_700, 'Parse error: a line is not JSON')
const INVALID_REQUEST = refusal(-32_600, 'Invalid Request: a line is not a JSON-RPC message')
const TOO_LARGE = refusal(-32_600, `Invalid Request: a message is larger than ${MOST_BYTES} bytes`)

/**
 * One JSON-RPC message a line, in and out (MCP, stdio). Unlike the transport of the SDK, this one answers lines that hold
 * no message, and when its input ends it closes only after every request has its answer, so that requests can come from
 * a file.
 */
export class StdioTransport implements Transport {
  onmessage: Transport['onmessage']
  onclose: Transport['onclose']
  onerror: Transport['onerror']
  readonly #input: Readable
  readonly #output: Writable
  readonly #unanswered = new Set<RequestId>()
  #ended = false
  #closed = false

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
  }

  async start(): Promise<void> {
    if (this.#closed) {
      setImmediate(() => this.onclose?.()) // it was ended before anybody listened
      return
    }
    this.#output.on('error', () => this.close()) // nobody reads any more
    this.#read().then(
      () => this.end(),
      () => this.end(), // whoever wrote has broken off
    )
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message)
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      this.#settle(message.id)
    }
  }

  /** Takes nothing more, and closes once every request has its answer. */
  end(): void {
    this.#ended = true
    this.#closeWhenSettled()
  }

  async close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true
      this.#input.destroy()
      this.onclose?.()
    }
  }

  async #read(): Promise<void> {
    for await (const line of readLines(this.#input, MOST_BYTES)) {
      if (this.#ended) {
        return
      }
      if (line?.trim() !== '') {
        await this.#take(line)
      }
    }
  }

  async #take(line: string | null): Promise<void> {
    const content = line === null ? undefined : readMessage(line)
    const refused = line === null ? TOO_LARGE : content === undefined ? PARSE_ERROR : undefined
    if (refused || Array.isArray(content)) {
      return this.#write(refused ?? BATCH_REFUSAL)
    }
    const message = toMessage(content)
    if (message === undefined) {
      return this.#write(INVALID_REQUEST)
    }
    if (isJSONRPCRequest(message)) {
      this.#unanswered.add(message.id)
    }
    this.onmessage?.(message)
    // What is cancelled is never answered.
    if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      this.#settle(message.params?.requestId as RequestId | undefined)
    }
  }

  /** Waits for a reader that is slower than we are. */
  #write(message: object): Promise<void> {
    return new Promise((resolve) => {
      this.#output.write(`${JSON.stringify(message)}\n`, () => resolve())
    })
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined) {
      this.#unanswered.delete(id)
    }
    this.#closeWhenSettled()
  }

  #closeWhenSettled(): void {
    if (this.#ended && this.#unanswered.size === 0) {
      this.close()
    }
  }
}

function toMessage(content: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(content)
  } catch {
    return undefined
  }
}
