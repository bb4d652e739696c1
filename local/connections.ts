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
  /** The network by which connections of one client are counted; undefined for a trusted proxy. */
  client: string | undefined
  /** The newest request; its body may be incomplete. */
  last: IncomingMessage | undefined
  /** Resolves when all requests before the newest are answered. */
  answeredBefore: Promise<void>
  /** Resolves when the newest request is answered, too. */
  answered: Promise<void>
  /** Requests that are not answered yet. */
  pending: number
  /** The oldest unanswered request, which is being received, handled or answered. */
  current: Exchange | undefined
  /** When the connection was opened, or `current` last changed: `performance.now()`. */
  since: number
  /** Bytes read when the last response was sent; 0 before the first. */
  readAtAnswer: number
}

interface Exchange {
  request: IncomingMessage
  /** Whether the response is ready. It is sent until the operating system has taken all of it. */
  isSending: boolean
}

/** Returns whether the client has sent a whole request and waits for its response. */
const isWaiting = ({ current }: Connection): boolean =>
  current?.request.complete === true && !current.isSending

/** Returns whether a connection is between requests: no request has arrived in part, and no response is being sent. */
const isIdle = ({ current, readAtAnswer, socket }: Connection): boolean =>
  current === undefined && socket.bytesRead === readAtAnswer

type ConnectionLimits = Pick<
  RequestLimits,
  'connections' | 'connectionsPerClient' | 'pipelined' | 'stalledAfter'
>

/**
 * The connections of a server.
 *
 * Pipelined requests (RFC 9112, 9.3.2) are answered one at a time and in order, so that one connection has at most one
 * request at the database.
 */
export class Connections {
  /** In the order of `since`. */
  readonly #open = new Map<string, Connection>()
  readonly #limits: ConnectionLimits

  /**
   * @param proxies addresses without a limit per client: only the limits of all clients together apply
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
      // By now, a newer connection may have the same name.
      socket.once('close', () => this.#open.get(name)?.socket === socket && this.#open.delete(name))
    })
  }

  /** Answers a request after the earlier ones of its connection. */
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
      // A client that has disconnected is not charged.
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

  /** Returns the request of this connection whose body is incomplete. */
  incomplete(socket: Duplex): IncomingMessage | undefined {
    const last = this.#find(socket)?.last
    return last?.complete ? undefined : last
  }

  /** Closes every connection, or those without a pending request. */
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
   * Closes one connection of a client at its limit, or of any client at the total limit. Returns false if the new
   * connection must be closed.
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
    // A reset also frees the part of an unread response that the operating system keeps.
    found.current?.isSending ? found.socket.resetAndDestroy() : found.socket.destroy()
    return true
  }

  #find(socket: Duplex): Connection | undefined {
    return this.#open.get(nameOf(socket as Socket))
  }
}

/**
 * Returns the connection to close: the longest stalled one (a request sent in part, or a response not read, since before
 * `stalledSince`), else the longest idle one, else the oldest. Returns undefined if all of them wait for their responses.
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
 * Returns the newest connection of the client with the most connections; undefined if it has at most `count`. So a few
 * clients whose calls all wait do not keep others from connecting.
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

/** Answers a request; calls `onAnswer` when the response is ready, and resolves when it is sent. */
export type Serve = (
  request: IncomingMessage,
  response: ServerResponse,
  socket: Socket,
  onAnswer: () => void,
) => Promise<void>

/** Returns the same name for a TLS socket and its TCP socket, which do not reference each other. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
