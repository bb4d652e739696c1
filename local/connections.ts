import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { clientNetwork } from '../shared/platform/net/client-network.ts'
import type { Networks } from '../shared/platform/net/networks.ts'
import type { HandshakeRate } from './handshake-rate.ts'
import type { RequestLimits } from './request-limits.ts'

/** One TCP connection and its requests, which are answered one after the other. */
interface Connection {
  socket: Socket
  /** The network of the client, for which connections are counted. Undefined for a trusted proxy. */
  client: string | undefined
  /** The newest request; its body may be incomplete. */
  last: IncomingMessage | undefined
  /** Resolves when all requests before `last` are answered. */
  answeredBefore: Promise<void>
  /** Resolves when all requests, including `last`, are answered. */
  answered: Promise<void>
  /** The number of requests that are not answered yet. */
  pending: number
  /** The oldest unanswered request, which is being received, handled or answered. */
  current: Exchange | undefined
  /** The time (`performance.now()`) at which the connection was opened or `current` last changed. */
  since: number
  /** The value of `socket.bytesRead` when the last response was sent; 0 before the first response. */
  readAtAnswer: number
}

interface Exchange {
  request: IncomingMessage
  /** Whether the response is being sent to the client. */
  isSending: boolean
}

/** Returns whether the client has sent a whole request and waits for the response. */
const isWaiting = ({ current }: Connection): boolean =>
  current?.request.complete === true && !current.isSending

/** Returns whether a connection has no unanswered request and has received no part of a new request. */
const isIdle = ({ current, readAtAnswer, socket }: Connection): boolean =>
  current === undefined && socket.bytesRead === readAtAnswer

type ConnectionLimits = Pick<
  RequestLimits,
  'connections' | 'connectionsPerClient' | 'pipelined' | 'stalledAfter'
>

/**
 * The connections of a server.
 *
 * Pipelined requests (RFC 9112, 9.3.2) are answered one at a time and in order. Therefore, a connection uses the database for
 * at most one request at a time.
 */
export class Connections {
  /** The open connections by name (`nameOf`), in ascending order of `since`. */
  readonly #open = new Map<string, Connection>()
  readonly #limits: ConnectionLimits

  /**
   * @param proxies the trusted proxies; only the limit `connections` applies to a proxy
   * @param handshakes limits the TLS handshakes of each client; undefined without TLS
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
      // When the socket closes, a newer connection may already have the same name.
      socket.once('close', () => this.#open.get(name)?.socket === socket && this.#open.delete(name))
    })
  }

  /** Answers a request after the earlier requests of its connection. */
  take(request: IncomingMessage, response: ServerResponse, serve: Serve): void {
    const { socket } = request // a request loses its socket when the client disconnects
    const connection = this.#find(socket)
    if (!connection || connection.pending >= this.#limits.pipelined) {
      socket.destroy() // closed already, or too many pipelined requests
      return
    }
    connection.pending += 1
    connection.last = request
    connection.answeredBefore = connection.answered
    connection.answered = connection.answeredBefore.then(async () => {
      // If the client has disconnected, the request is not handled and therefore not charged.
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

  /** Closes every connection, or only the connections without a pending request. */
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
   * Makes room for a new connection. At the limit of the client, closes another connection of the same client. At the total
   * limit, closes a connection of any client. Returns false if no connection can be closed.
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
 * Returns the connection to close, or undefined if all connections wait for a response. The order of preference is:
 * 1. the longest stalled connection: the client has sent only a part of a request, or does not read the response
 * 2. the longest idle connection
 * 3. any other connection that does not wait for a response, the earliest `since` first
 *
 * A connection counts as stalled or idle only if `since` is not after `stalledSince`.
 *
 * @param connections are in the order of `since`
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
 * Returns the newest connection (the latest `since`) of the client with the most connections. Returns undefined if that client
 * has at most `count` connections. Without this rule, a few clients with unanswered requests could block all other clients.
 *
 * @param connections are in the order of `since`
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

/** Returns the same name for a TLS socket and its TCP socket, which do not reference each other. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
