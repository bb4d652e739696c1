import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { until } from './until.ts'

/** The command by which a client starts a server over stdio. */
export interface StdioServer {
  command: string
  args: readonly string[]
  cwd?: string
  env: Readonly<Record<string, string | undefined>>
}

const running = new Set<ChildProcess>()

/** Ends processes that a failed test left running. */
export function endStdioProcesses(): void {
  for (const child of running) {
    child.kill('SIGKILL')
  }
}

/** An MCP server over stdio, in a process of its own. */
export class StdioProcess {
  readonly child: ChildProcess
  output = ''
  errors = ''
  readonly #ended: Promise<number | null>

  constructor({ command, args, cwd, env }: StdioServer) {
    this.child = spawn(command, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { PATH: process.env.PATH, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    running.add(this.child)
    this.child.stdin?.on('error', () => {}) // the process may have ended
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.output += text
    })
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text
    })
    this.#ended = once(this.child, 'close').then(([code]) => {
      running.delete(this.child)
      return code as number | null
    })
  }

  send(...lines: (object | string)[]): void {
    for (const line of lines) {
      this.child.stdin?.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
    }
  }

  /** Returns the messages on standard output so far, and expects that each line is JSON-RPC. */
  answers() {
    return this.output
      .split('\n')
      .slice(0, -1)
      .map((line) => {
        const message = JSON.parse(line)
        expect(message.jsonrpc).toBe('2.0')
        return message
      })
  }

  /** Waits for the answer to a request, and returns it. */
  async answer(id: number | string) {
    await until(() => this.answers().some((message) => message.id === id))
    return this.answers().find((message) => message.id === id)
  }

  /** Closes standard input, and returns the exit code. */
  end(): Promise<number | null> {
    this.child.stdin?.end()
    return this.#ended
  }

  exitCode(): Promise<number | null> {
    return this.#ended
  }
}

/** Returns a JSON-RPC request. */
export const rpc = (id: number | string, method: string, params?: object) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
})

/** Returns the `initialize` request of the revisions with a handshake. */
export const hello = (id: number | string) =>
  rpc(id, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })

/** The `_meta` of every request of the revision without a handshake. */
export const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Returns the error in an error result. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
export const errorOf = (answer: any) => {
  expect(answer.result.isError).toBe(true)
  return JSON.parse(answer.result.content[0].text).error
}

const MOST_BYTES = 256 * 1024

/** Lines that are not one JSON-RPC message or are too long, each with the code of its error. */
const LINES_WITHOUT_MESSAGE: readonly (readonly [string, number])[] = [
  ['garbage', -32_700],
  ['{"jsonrpc":', -32_700],
  ['\0\u0007\ufffd', -32_700],
  [JSON.stringify([rpc(1, 'ping')]), -32_600],
  [JSON.stringify([rpc(1, 'tools/call'), { jsonrpc: '2.0', method: 'notifications/cancelled' }]), -32_600],
  ['null', -32_600],
  ['5', -32_600],
  ['{}', -32_600],
  ['['.repeat(100_000) + ']'.repeat(100_000), -32_600],
  ['x'.repeat(3 * MOST_BYTES), -32_700],
  ['x'.repeat(17 * MOST_BYTES), -32_600],
]

/**
 * Sends invalid lines, each followed by a request, then the longest accepted line and a longer one, and closes the input.
 * Expects the right error for each invalid line.
 *
 * @returns the ids of the valid requests and of the responses, each in order
 */
export async function sendEveryKindOfLine(
  server: StdioProcess,
): Promise<{ asked: string[]; served: string[] }> {
  for (const [place, [line]] of LINES_WITHOUT_MESSAGE.entries()) {
    server.send(line, rpc(`after ${place}`, 'ping'))
  }
  server.send(JSON.stringify(rpc('longest', 'ping')).padEnd(MOST_BYTES))
  server.send(JSON.stringify(rpc('too long', 'ping')).padEnd(MOST_BYTES + 1))
  expect(await server.end()).toBe(0)
  const answers = server.answers()
  expect(answers.filter(({ id }) => id === null).map(({ error }) => error.code)).toEqual(
    LINES_WITHOUT_MESSAGE.map(([, code]) => code),
  )
  expect(answers.find(({ id }) => id === 'too long').error.code).toBe(-32_600)
  return {
    asked: [...LINES_WITHOUT_MESSAGE.map((_, place) => `after ${place}`), 'longest'],
    served: answers.filter(({ result }) => result !== undefined).map(({ id }) => id),
  }
}
