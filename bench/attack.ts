// A flood of clients in a process of its own, until it is killed. Its task is the variable ATTACK, as JSON.
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { generateKey } from '../shared/keys/key-format.ts'

/** `half-sent bodies`: never end. `unknown keys`: a new one for each call. `one key`: an ordinary one for all calls. */
export type Attack = 'half-sent bodies' | 'unknown keys' | 'one key'

/** The task of the process. */
export interface AttackTask {
  readonly attack: Attack
  readonly url: string
  readonly connections: number
  /** The loopback addresses that the connections come from, in turn. */
  readonly from: readonly string[]
  /** The key of `one key`. */
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
