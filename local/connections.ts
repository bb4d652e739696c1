import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { clientNetwork } from '../shared/platform/net/client-network.ts'
import type { Networks } from '../shared/platform/net/networks.ts'
import type { HandshakeRate } from './handshake-rate.ts'
import type { RequestLimits } from './request-limits.ts'

interface Connection {
  socket: Socket
  /** The network of the client. Undefined for a trusted proxy. */
  client: string | undefined
  /** The newest request, perhaps with an incomplete body. */
  last: IncomingMessage | undefined
  /** Resolves when all requests before `last` are answered. */
  answeredBefore: Promise<void>
  answered: Promise<void>
  pending: number
  /** The oldest unanswered request. */
  current: Exchange | undefined
  /** When `current` last changed (`performance.now()`). Initially, when the connection opened. */
  since: number
  /** The value of `socket.bytesRead` after the last response; 0 before the first response. */
  readAtAnswer: number
}

interface Exchange {
  request: IncomingMessage
  isSending: boolean
}

const isWaiting = ({ current }: Connection): boolean =>
  current?.request.complete === true && !current.isSending

const isIdle = ({ current, readAtAnswer, socket }: Connection): boolean =>
  current === undefined && socket.bytesRead === readAtAnswer

type ConnectionLimits = Pick<
  RequestLimits,
  'connections' | 'connectionsPerClient' | 'pipelined' | 'stalledAfter'
>

/** Limits the connections. Answers the pipelined requests of a connection one at a time and in order (RFC 9112, 9.3.2). */
export class Connections {
  /** The open connections, in ascending order of `since`. The keys are client address and port (`nameOf`). */
  readonly #open = new Map<string, Connection>()
  readonly #limits: ConnectionLimits

  /**
   * @param proxies the trusted proxies; `connectionsPerClient` and `handshakes` do not apply to them
   * @param handshakes undefined without TLS
   */
  constructor(
    server: Server,
    limits: ConnectionLimits,
    proxies: Networks,
    handshakes: HandshakeRate | undefined,
  ) {
    this.#limits = limits
    server.on('connection', (socket: Socket) => {
      const name = nameOf(socket)
      const address = socket.remoteAddress ?? ''
      const client = proxies.include(address) ? undefined : clientNetwork(address)
      const nothing = Promise.resolve()
      const mayBegin = client === undefined || handshakes === undefined || handshakes.admits(client)
      if (!mayBegin || !this.#makeRoom(client)) {
        socket.destroy()
        return
      }
      this.#open.set(name, {
        socket,
        client,
        last: undefined,
        answeredBefore: nothing,
        answered: nothing,
        pending: 0,
        current: undefined,
        since: performance.now(),
        readAtAnswer: 0,
      })
      // A newer connection of the same address and port may already have replaced this entry.
      socket.once('close', () => this.#open.get(name)?.socket === socket && this.#open.delete(name))
    })
  }

  /** Answers a request after the earlier requests of the connection. */
  take(request: IncomingMessage, response: ServerResponse, serve: Serve): void {
    const { socket } = request // a request loses its socket when the client disconnects
    const connection = this.#find(socket)
    if (!connection || connection.pending >= this.#limits.pipelined) {
      socket.destroy()
      return
    }
    connection.pending += 1
    connection.last = request
    connection.answeredBefore = connection.answered
    connection.answered = connection.answeredBefore.then(async () => {
      // A request of a disconnected client must not be charged.
      if (!socket.destroyed) {
        this.#change(connection, { request, isSending: false })
        await serve(request, response, socket, () => this.#change(connection, { request, isSending: true }))
      }
      connection.pending -= 1
      connection.readAtAnswer = connection.socket.bytesRead
      this.#change(connection, undefined)
    })
  }

  /** Resolves when every complete request of this connection is answered. */
  async settled(socket: Duplex): Promise<void> {
    const connection = this.#find(socket)
    await (connection?.last?.complete ? connection.answered : connection?.answeredBefore)
  }

  /** Returns the newest request of this connection if its body is incomplete. */
  incomplete(socket: Duplex): IncomingMessage | undefined {
    const last = this.#find(socket)?.last
    return last?.complete ? undefined : last
  }

  close(which: 'all' | 'idle'): void {
    for (const { socket, pending } of this.#open.values()) {
      if (which === 'all' || pending === 0) {
        socket.destroy()
      }
    }
  }

  #change(connection: Connection, current: Exchange | undefined): void {
    const name = nameOf(connection.socket)
    connection.current = current
    connection.since = performance.now()
    if (this.#open.get(name) === connection) {
      this.#open.delete(name)
      this.#open.set(name, connection)
    }
  }

  /**
   * Makes room for a new connection of `client`. At the limit per client, closes a connection of this client. At the
   * limit of all connections, closes a connection of any client. Returns false if no connection can be closed.
   */
  #makeRoom(client: string | undefined): boolean {
    const { connections, connectionsPerClient, stalledAfter } = this.#limits
    const all = [...this.#open.values()]
    const own = client === undefined ? [] : all.filter((connection) => connection.client === client)
    const isClientFull = own.length >= connectionsPerClient
    if (!isClientFull && all.length < connections) {
      return true
    }
    const found =
      chooseToClose(isClientFull ? own : all, performance.now() - stalledAfter) ??
      (isClientFull ? undefined : newestOfLargerClient(all, own.length + 1))
    if (found === undefined) {
      return false
    }
    this.#open.delete(nameOf(found.socket))
    // A reset also discards the unread response in the buffer of the operating system.
    found.current?.isSending ? found.socket.resetAndDestroy() : found.socket.destroy()
    return true
  }

  #find(socket: Duplex): Connection | undefined {
    return this.#open.get(nameOf(socket as Socket))
  }
}

/**
 * Returns the connection to close; undefined if every connection waits for a response. The order of preference:
 * 1. the connection that has stalled longest, with a partial request or an unread response
 * 2. the connection that has been idle longest
 * 3. of the other connections that do not wait for a response, the one with the earliest `since`
 *
 * @param connections in the order of `since`
 * @param stalledSince a connection with a later `since` counts neither as stalled nor as idle
 */
function chooseToClose(connections: readonly Connection[], stalledSince: number): Connection | undefined {
  let idle: Connection | undefined
  for (const connection of connections.filter((each) => !isWaiting(each))) {
    if (connection.since > stalledSince) {
      return idle ?? connection
    }
    if (!isIdle(connection)) {
      return connection
    }
    idle ??= connection
  }
  return idle
}

/**
 * Returns the newest connection of the client with the most connections; undefined if no client has more than
 * `count` connections.
 *
 * @param connections in the order of `since`
 */
function newestOfLargerClient(connections: readonly Connection[], count: number): Connection | undefined {
  const byClient = Map.groupBy(
    connections.filter(({ client }) => client !== undefined),
    ({ client }) => client,
  )
  const [largest = []] = [...byClient.values()].sort((a, b) => b.length - a.length)
  return largest.length > count ? largest.at(-1) : undefined
}

/** Answers a request. Calls `onAnswer` when the response is ready, and resolves when the response is sent. */
export type Serve = (
  request: IncomingMessage,
  response: ServerResponse,
  socket: Socket,
  onAnswer: () => void,
) => Promise<void>

/** Returns the same name for a TLS socket and its TCP socket. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
