// A program that floods the service with requests until it is killed. The environment variable ATTACK has its task as JSON.
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { generateKey } from '../shared/keys/key-format.ts'

/**
 * The kinds of floods. `half-sent bodies`: requests whose bodies never end. `unknown keys`: calls, each with a new invalid
 * key. `one key`: calls with the same valid key.
 */
export type Attack = 'half-sent bodies' | 'unknown keys' | 'one key'

/** The task of the process. */
export interface AttackTask {
  readonly attack: Attack
  readonly url: string
  readonly connections: number
  /** The loopback addresses from which the connections are opened, in turn. */
  readonly from: readonly string[]
  /** The key that `one key` sends. */
  readonly key: string
}

const RECONNECT_MS = 100

const task: AttackTask = JSON.parse(process.env.ATTACK ?? '')
const { hostname, port } = new URL(task.url)

const requestOf = (): string =>
  task.attack === 'half-sent bodies'
    ? 'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n'
    : `GET /v1/brands/1 HTTP/1.1\r\nHost: x\r\nX-API-Key: ${task.attack === 'one key' ? task.key : generateKey()}\r\n\r\n`

/** Sends a request, and the next one after each response, until the connection ends. */
const attackOnce = (localAddress: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    socket.on('connect', () => socket.write(requestOf()))
    socket.on('data', () => socket.write(requestOf()))
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })

async function attack(localAddress: string): Promise<never> {
  for (;;) {
    await attackOnce(localAddress)
    await wait(RECONNECT_MS)
  }
}

for (let opened = 0; opened < task.connections; opened++) {
  attack(task.from[opened % task.from.length] ?? '127.0.0.1')
}
