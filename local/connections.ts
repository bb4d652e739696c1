import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { RequestLimits } from './request-limits.ts'

/** One TCP connection and its requests, which are answered one after the other. */
interface Connection {
  socket: Socket
  /** The newest request; its body may be incomplete. */
  last: IncomingMessage | undefined
  /** Resolve when all requests but the last are answered, and when the last one is too. */
  answeredBefore: Promise<void>
  answered: Promise<void>
  waiting: number
  /** Bytes read at the time of the last response; undefined before the first. */
  readAtAnswer: number | undefined
}

/** The order in which connections are closed when there are too many. One that waits for a response is never closed. */
const CLOSE_ORDER: readonly ((connection: Connection) => boolean)[] = [
  ({ waiting, readAtAnswer, socket }) => waiting === 0 && readAtAnswer === socket.bytesRead,
  ({ waiting, socket }) => waiting === 0 && socket.bytesRead === 0,
  ({ waiting }) => waiting === 0,
]

/**
 * The connections of a server.
 *
 * Pipelined requests (RFC 9112, 9.3.2) are answered one at a time and in order, so that one connection has at most one
 * request at the database.
 */
export class Connections {
  /** In the order of their newest requests. */
  readonly #open = new Map<string, Connection>()
  readonly #limits: Pick<RequestLimits, 'connections' | 'pipelined'>

  constructor(server: Server, limits: Pick<RequestLimits, 'connections' | 'pipelined'>) {
    this.#limits = limits
    server.on('connection', (socket: Socket) => {
      const name = nameOf(socket)
      const nothing = Promise.resolve()
      if (!this.#makeRoom()) {
        socket.destroy()
        return
      }
      this.#open.set(name, {
        socket,
        last: undefined,
        answeredBefore: nothing,
        answered: nothing,
        waiting: 0,
        readAtAnswer: undefined,
      })
      // Another connection may have the same name by now.
      socket.once('close', () => this.#open.get(name)?.socket === socket && this.#open.delete(name))
    })
  }

  /** Answers a request after the earlier ones of its connection. */
  take(request: IncomingMessage, response: ServerResponse, serve: Serve): void {
    const { socket } = request // a request loses its socket when the client disconnects
    const connection = this.#find(socket)
    if (!connection || connection.waiting >= this.#limits.pipelined) {
      socket.destroy() // closed already, or too many pipelined requests
      return
    }
    this.#open.delete(nameOf(socket))
    this.#open.set(nameOf(socket), connection)
    connection.waiting += 1
    connection.last = request
    connection.answeredBefore = connection.answered
    connection.answered = connection.answeredBefore.then(async () => {
      // A client that has disconnected is not charged.
      if (!socket.destroyed) {
        await serve(request, response, socket)
      }
      connection.waiting -= 1
      connection.readAtAnswer = connection.socket.bytesRead
    })
  }

  /** Resolves when every complete request of this connection is answered. */
  async settled(socket: Duplex): Promise<void> {
    const connection = this.#find(socket)
    await (connection?.last?.complete ? connection.answered : connection?.answeredBefore)
  }

  /** Closes every connection, or those without a pending request. */
  close(which: 'all' | 'idle'): void {
    for (const { socket, waiting } of this.#open.values()) {
      if (which === 'all' || waiting === 0) {
        socket.destroy()
      }
    }
  }

  /**
   * Closes one connection at the limit: the one that is idle for the longest since its last response, or else one without
   * a request yet, or one whose request is incomplete. Returns false if all of them wait for a response.
   */
  #makeRoom(): boolean {
    if (this.#open.size < this.#limits.connections) {
      return true
    }
    for (const matches of CLOSE_ORDER) {
      const found = this.#open.entries().find(([, connection]) => matches(connection))
      if (found) {
        const [name, { socket }] = found
        this.#open.delete(name)
        socket.destroy()
        return true
      }
    }
    return false
  }

  #find(socket: Duplex): Connection | undefined {
    return this.#open.get(nameOf(socket as Socket))
  }
}

type Serve = (request: IncomingMessage, response: ServerResponse, socket: Socket) => Promise<void>

/** Returns the same name for a TLS socket and its TCP socket, which do not reference each other. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
