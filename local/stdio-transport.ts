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
  idOf,
  inFewWords,
  isBlank,
  LONGEST_LINE,
  NO_MESSAGE,
  type Refusal,
  readLine,
  refusal,
} from '../shared/mcp/message.ts'
import { readLines } from '../shared/mcp/read-lines.ts'
import { DRAIN_DEADLINE_MS } from './routes.ts'

/** Requests at a time: those beyond wait in the pipe, and not for one of the connections to the database. */
const MOST_UNANSWERED = 8

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
  /** The ids of the requests that wait for their answers; some clients use one again. */
  readonly #unanswered: RequestId[] = []
  #ended = false
  #closed = false
  #makeRoom = () => {}

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
    const isError = isJSONRPCErrorResponse(message)
    await this.#write(isError ? { ...message, error: inFewWords(message.error) } : message)
    if (isError || isJSONRPCResultResponse(message)) {
      this.#settle(message.id)
    }
  }

  /** Takes nothing more, and closes once every request has its answer. */
  end(): void {
    this.#ended = true
    setTimeout(() => this.close(), DRAIN_DEADLINE_MS).unref() // nobody may be reading the answers
    this.#makeRoom()
    this.#closeWhenSettled()
  }

  async close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true
      this.#ended = true
      this.#makeRoom()
      this.#input.destroy()
      this.onclose?.()
    }
  }

  async #read(): Promise<void> {
    for await (const line of readLines(this.#input, LONGEST_LINE)) {
      if (line === null || !isBlank(line)) {
        await this.#take(line)
      }
      if (this.#ended) {
        return
      }
    }
  }

  /** Until fewer requests than there may be wait for their answers. */
  #room(): Promise<void> {
    return new Promise((resolve) => {
      this.#makeRoom = () => {
        if (this.#ended || this.#unanswered.length < MOST_UNANSWERED) {
          resolve()
        }
      }
      this.#makeRoom()
    })
  }

  async #take(line: Buffer | null): Promise<void> {
    const read = readMessageOf(line)
    if ('refusal' in read) {
      return this.#write(read.refusal)
    }
    const { message } = read
    if (isJSONRPCRequest(message)) {
      await this.#room()
      if (this.#ended) {
        return
      }
      this.#unanswered.push(message.id)
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
    const place = id === undefined ? -1 : this.#unanswered.indexOf(id)
    if (place !== -1) {
      this.#unanswered.splice(place, 1)
      this.#makeRoom()
    }
    this.#closeWhenSettled()
  }

  #closeWhenSettled(): void {
    if (this.#ended && this.#unanswered.length === 0) {
      this.close()
    }
  }
}

/** The message of a line as the SDK takes it, or why it is none. */
function readMessageOf(line: Buffer | null): { message: JSONRPCMessage } | { refusal: Refusal } {
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
