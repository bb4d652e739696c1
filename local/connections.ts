import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Bounds } from './request-bounds.ts'

/** One TCP connection, and the requests on it: each is answered before the next one is looked at. */
interface Connection {
  socket: Socket
  /** The request that came last; its body may still be on its way. */
  last: IncomingMessage | undefined
  /** Done when all but the last have their answers, and when the last has its own too. */
  answeredBefore: Promise<void>
  answered: Promise<void>
  waiting: number
  /** What had come on it when its last answer went out; nothing before the first. */
  readAtAnswer: number | undefined
}

/** Whose connection is ended first where there are too many; one that waits for an answer never is. */
const DISPENSABLE: readonly ((connection: Connection) => boolean)[] = [
  ({ waiting, readAtAnswer, socket }) => waiting === 0 && readAtAnswer === socket.bytesRead,
  ({ waiting, socket }) => waiting === 0 && socket.bytesRead === 0,
  ({ waiting }) => waiting === 0,
]

/**
 * The connections of a server.
 *
 * Requests that a client sends without waiting (pipelining, RFC 9112, 9.3.2) are taken one at a time, so that one
 * connection never has more than one request at the database, and every answer goes out in its turn.
 */
export class Connections {
  /** In the order in which something last came on them. */
  readonly #open = new Map<string, Connection>()
  readonly #bounds: Pick<Bounds, 'connections' | 'pipelined'>

  constructor(server: Server, bounds: Pick<Bounds, 'connections' | 'pipelined'>) {
    this.#bounds = bounds
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
      // Its name may have been given to another one since it was ended.
      socket.once('close', () => this.#open.get(name)?.socket === socket && this.#open.delete(name))
    })
  }

  /** Answers a request once those before it on its connection have their answers. */
  take(request: IncomingMessage, response: ServerResponse, serve: Serve): void {
    const { socket } = request // kept: a request loses its socket when the client leaves
    const connection = this.#find(socket)
    if (!connection || connection.waiting >= this.#bounds.pipelined) {
      socket.destroy() // gone already, or no client in earnest
      return
    }
    this.#open.delete(nameOf(socket))
    this.#open.set(nameOf(socket), connection)
    connection.waiting += 1
    connection.last = request
    connection.answeredBefore = connection.answered
    connection.answered = connection.answeredBefore.then(async () => {
      // A client that left does not pay for what it will not see.
      if (!socket.destroyed) {
        await serve(request, response, socket)
      }
      connection.waiting -= 1
      connection.readAtAnswer = connection.socket.bytesRead
    })
  }

  /** Resolves when every request that came whole on this connection has its answer. */
  async settled(socket: Duplex): Promise<void> {
    const connection = this.#find(socket)
    await (connection?.last?.complete ? connection.answered : connection?.answeredBefore)
  }

  /** Ends every connection, or only those on which nothing waits for an answer. */
  end(which: 'all' | 'idle'): void {
    for (const { socket, waiting } of this.#open.values()) {
      if (which === 'all' || waiting === 0) {
        socket.destroy()
      }
    }
  }

  /**
   * Ends one connection where there are as many as there may be: the one that has been quiet longest since its last
   * answer, or else one on which nothing came yet, or a request is still on its way. False where every one of them waits
   * for an answer.
   */
  #makeRoom(): boolean {
    if (this.#open.size < this.#bounds.connections) {
      return true
    }
    for (const isDispensable of DISPENSABLE) {
      const found = this.#open.entries().find(([, connection]) => isDispensable(connection))
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

/** The same for a TLS socket and for the TCP socket below it, which do not know each other. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
