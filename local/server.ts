import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HttpHandler } from '../shared/http/endpoint.ts'
import { reject } from '../shared/http/error-endpoint.ts'
import type { HttpEvent, HttpResult } from '../shared/http/middleware/http.ts'
import { type ApiError, toApiError } from '../shared/platform/errors.ts'
import { log } from '../shared/platform/logger.ts'
import { Connections } from './connections.ts'
import { createContext, sendResult, toEvent, unreadableEvent, withBody } from './http-event.ts'
import {
  BOUNDS,
  type Bounds,
  outOfBounds,
  type ParserFailure,
  parserError,
  parserLimit,
  readBody,
} from './request-bounds.ts'
import { DRAIN_DEADLINE_MS, deadlineOf, notFound, REST_DEADLINE_MS } from './routes.ts'
import type { Certificate } from './tls.ts'

/** What a client has to take the last answer on a connection before it is cut. */
const LINGER_MS = 1_000

export interface RunningServer {
  /** As a client writes it: scheme, host and port. */
  readonly address: string
  /** Takes no new connection, lets the requests in flight finish, then returns. */
  stop(): Promise<void>
}

interface ServerOptions {
  host: string
  port: number
  handler: HttpHandler
  certificate?: Certificate | undefined
  bounds?: Partial<Bounds>
}

/**
 * The Lambda runtime of the single machine: takes HTTP requests, hands them to `handler` as API Gateway events,
 * writes its results. Whatever cannot become an event is answered here, in the same envelope.
 *
 * @throws what `listen` reports, such as a port in use
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const bounds = { ...BOUNDS, ...options.bounds }
  const server = createServer(options.certificate, bounds)
  const connections = new Connections(server, bounds)
  let stopping = false

  const serve = (request: IncomingMessage, response: ServerResponse, socket: Socket): Promise<void> =>
    orDestroy(socket, async () => {
      const { result, last } = await answer(request, options.handler, bounds)
      if (socket.writable) {
        const written = new Promise((resolve) => response.once('finish', resolve).once('close', resolve))
        sendResult(response, result, last || stopping)
        await written
      }
    })

  server.on('request', (request, response) => connections.take(request, response, serve))
  server.on('checkContinue', (request, response) => {
    response.writeContinue()
    server.emit('request', request, response)
  })
  // An expectation that nobody knows is left unmet, not refused (RFC 9110, 10.1.1 allows either).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  // What came whole before keeps its answer; a request whose own body is unreadable gets none besides this one.
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {}) // node:http listens no more: the client may be gone
    orDestroy(socket, async () => {
      await connections.settled(socket)
      endWith(socket, await notFound(toEvent(request), createContext(REST_DEADLINE_MS)))
    })
  })
  server.on('clientError', (error: ParserFailure, socket) => {
    orDestroy(socket, async () => {
      await connections.settled(socket)
      await refuseUnreadable(error, socket as Socket)
    })
  })

  await listen(server, options)
  return {
    address: addressOf(server, options),
    stop: () => {
      stopping = true
      return close(server, connections)
    },
  }
}

function createServer(certificate: Certificate | undefined, bounds: Bounds): Server {
  const settings = {
    maxHeaderSize: parserLimit(bounds),
    headersTimeout: bounds.headersTimeout,
    requestTimeout: bounds.requestTimeout,
    keepAliveTimeout: bounds.keepAliveTimeout,
    connectionsCheckingInterval: Math.min(1_000, bounds.headersTimeout / 2),
    requireHostHeader: false, // missing, it is answered in the envelope
  }
  const server = certificate
    ? certificate.renewing(
        createHttpsServer({ ...settings, ...certificate.current(), handshakeTimeout: bounds.headersTimeout }),
      )
    : createHttpServer(settings)
  server.timeout = bounds.idleTimeout
  // A client that says by closing its side that nothing more comes is still to be answered (RFC 9112, 9.6).
  return Object.assign(server, { httpAllowHalfOpen: true })
}

/** The result for a request, and whether the connection must end with it because its body was not read. */
async function answer(
  request: IncomingMessage,
  handler: HttpHandler,
  bounds: Bounds,
): Promise<{ result: HttpResult; last: boolean }> {
  const event = toEvent(request)
  try {
    const refusal = outOfBounds(request, bounds)
    if (refusal) {
      throw refusal
    }
    const body = await readBody(request, bounds)
    const context = createContext(deadlineOf(event.rawPath))
    return { result: await handler(withBody(event, body), context), last: false }
  } catch (error) {
    return { result: await refuse(event, toApiError(error)), last: true }
  }
}

/** Does something for one connection. What fails there, and nobody foresaw, ends that connection and nothing else. */
async function orDestroy(socket: Duplex, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log().error('connection ended', { error: error as Error })
    socket.destroy()
  }
}

const refuse = (event: HttpEvent, error: ApiError): Promise<HttpResult> =>
  reject('refused', () => error)(event, createContext(REST_DEADLINE_MS))

async function refuseUnreadable(error: ParserFailure, socket: Socket): Promise<void> {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  endWith(socket, await refuse(unreadableEvent(socket.remoteAddress ?? ''), parserError(error)))
}

/** Writes the last answer on a connection, where node:http has no response object to write it with. */
function endWith(socket: Duplex, result: HttpResult): void {
  const body = result.body ?? ''
  const status = result.statusCode ?? 500
  const headers = {
    ...result.headers,
    date: new Date().toUTCString(), // node:http's own duty elsewhere (RFC 9110, 6.6.1)
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => {}) // the client may be gone
  socket.resume() // what it still sends would otherwise keep the connection open
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

const listen = (server: Server, { host, port }: ServerOptions): Promise<void> =>
  new Promise((resolve, refuseToStart) => {
    server.once('error', refuseToStart)
    server.listen(port, host, () => {
      server.off('error', refuseToStart)
      resolve()
    })
  })

function addressOf(server: Server, { host, certificate }: ServerOptions): string {
  const { port } = server.address() as AddressInfo
  return `${certificate ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function close(server: Server, connections: Connections): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  connections.end('idle')
  const patience = setTimeout(() => connections.end('all'), DRAIN_DEADLINE_MS)
  await closed
  clearTimeout(patience)
}
