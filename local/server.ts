import { createServer as createHttpServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HttpHandler } from '../shared/http/endpoint.ts'
import { errorEndpoint } from '../shared/http/error-endpoint.ts'
import type { HttpEvent, HttpResult } from '../shared/http/middleware/http.ts'
import { config } from '../shared/platform/config.ts'
import { type ApiError, toApiError } from '../shared/platform/errors.ts'
import { log } from '../shared/platform/logger.ts'

import { Connections, type Serve } from './connections.ts'
import { FAIR_SHARE_LIMITS, type FairShareLimits, FairShares } from './fair-shares.ts'
import { HandshakeRate } from './handshake-rate.ts'
import { createContext, sendResult, toEvent, unreadableEvent, withBody } from './http-event.ts'
import {
  limitViolation,
  type ParserFailure,
  parserError,
  parserLimit,
  REQUEST_LIMITS,
  type RequestLimits,
  readBody,
  sentRequestId,
} from './request-limits.ts'
import { DRAIN_DEADLINE_MS, deadlineOf, notFound, REST_DEADLINE_MS } from './routes.ts'
import type { Certificate } from './tls.ts'

/** The time for a client to read the last response before its connection is destroyed. */
const LINGER_MS = 1_000

export interface RunningServer {
  /** Scheme, host and port. */
  readonly address: string
  /** Answers the requests in flight, then resolves. */
  stop(): Promise<void>
}

interface ServerOptions {
  host: string
  port: number
  handler: HttpHandler
  certificate?: Certificate | undefined
  limits?: Partial<RequestLimits>
  shares?: Partial<FairShareLimits>
}

/**
 * Starts the HTTP server. Passes each valid request to `handler` as an event of API Gateway.
 *
 * @throws the error of `listen`, such as a port in use
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { connectionsPerClient, trustedProxies } = config()
  const limits = { ...REQUEST_LIMITS, connectionsPerClient, ...options.limits }
  const server = createServer(options.certificate, limits)
  const shares = new FairShares({ ...FAIR_SHARE_LIMITS, ...options.shares })
  const handshakes =
    options.certificate &&
    new HandshakeRate({ burst: limits.connectionsPerClient, perSecond: limits.handshakesPerSecond })
  const connections = new Connections(server, limits, trustedProxies, handshakes)
  let stopping = false

  const serve: Serve = (request, response, socket, onAnswer) =>
    closeOnError(socket, async () => {
      // A call of a disconnected client must not be charged.
      const handler: HttpHandler = async (...call) => (socket.destroyed ? {} : options.handler(...call))
      const { result, last } = await answer(request, { handler, limits, shares })
      if (socket.writable) {
        onAnswer()
        await sendResult(response, result, { last: last || stopping, readTimeout: limits.readTimeout })
      }
    })

  server.on('request', (request, response) => connections.take(request, response, serve))
  server.on('checkContinue', (request, response) => {
    response.writeContinue()
    server.emit('request', request, response)
  })
  // Unknown values of Expect are ignored, as RFC 9110, 10.1.1 allows.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {}) // node:http has removed its error listener
    closeOnError(socket, async () => {
      await connections.settled(socket)
      endWith(socket, await notFound(toEvent(request), createContext(REST_DEADLINE_MS)))
    })
  })
  // If only the body is unreadable, `serve` is already reading it. This listener sends the error, and `serve` sends nothing.
  server.on('clientError', (error: ParserFailure, socket) => {
    closeOnError(socket, async () => {
      await connections.settled(socket)
      await refuseUnreadable(error, socket as Socket, connections.incomplete(socket))
    })
  })

  await listen(server, options, limits.connections)
  return {
    address: addressOf(server, options),
    stop: () => {
      stopping = true
      return close(server, connections)
    },
  }
}

function createServer(certificate: Certificate | undefined, limits: RequestLimits): Server {
  const settings = {
    maxHeaderSize: parserLimit(limits),
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: Math.min(1_000, limits.headersTimeout / 2),
    requireHostHeader: false, // `limitViolation` reports a missing Host
  }
  const server = certificate
    ? certificate.watch(
        createHttpsServer({ ...settings, ...certificate.current(), handshakeTimeout: limits.headersTimeout }),
      )
    : createHttpServer(settings)
  // A client that closes its sending side still gets its response (RFC 9112, 9.6).
  return Object.assign(server, { httpAllowHalfOpen: true })
}

/** Returns the result, and whether the connection must close (`last`). */
async function answer(
  request: IncomingMessage,
  { handler, limits, shares }: { handler: HttpHandler; limits: RequestLimits; shares: FairShares },
): Promise<{ result: HttpResult; last: boolean }> {
  const event = toEvent(request)
  try {
    const violation = limitViolation(request, limits)
    if (violation) {
      throw violation
    }
    const complete = withBody(event, await readBody(request, limits))
    const context = createContext(deadlineOf(event.rawPath))
    return { result: await shares.run(complete, () => handler(complete, context)), last: false }
  } catch (error) {
    const refusal = toApiError(error)
    // The connection closes, because an unread rest of the body could be parsed as another request. The body of an
    // `overloaded` call has already been read in full.
    return { result: await refuse(event, refusal), last: refusal.code !== 'overloaded' }
  }
}

async function closeOnError(socket: Duplex, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log().error('connection ended', { error: error as Error })
    socket.destroy()
  }
}

const refuse = (event: HttpEvent, error: ApiError): Promise<HttpResult> =>
  errorEndpoint('refused', () => error)(event, createContext(REST_DEADLINE_MS))

/**
 * Answers an unreadable request and closes the connection.
 *
 * @param request undefined if the headers are unreadable
 */
async function refuseUnreadable(
  error: ParserFailure,
  socket: Socket,
  request: IncomingMessage | undefined,
): Promise<void> {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const event = request ? toEvent(request) : unreadableEvent(socket.remoteAddress ?? '', sentRequestId(error))
  endWith(socket, await refuse(event, parserError(error)))
}

/** Writes a response without a response object of node:http, and closes the connection. */
function endWith(socket: Duplex, result: HttpResult): void {
  const body = Buffer.from(result.body ?? '')
  const status = result.statusCode ?? 500
  const headers = {
    ...result.headers,
    date: new Date().toUTCString(), // required by RFC 9110, 6.6.1; node:http adds it only to its response objects
    'content-length': body.length,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => {}) // the client may have disconnected
  socket.resume() // unread input would keep the connection open
  const head = Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`, 'latin1')
  socket.end(Buffer.concat([head, body]))
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** @param backlog the number of connections that the operating system queues */
const listen = (server: Server, { host, port }: ServerOptions, backlog: number): Promise<void> =>
  new Promise((resolve, refuseToStart) => {
    server.once('error', refuseToStart)
    server.listen(port, host, backlog, () => {
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
  connections.close('idle')
  const drainTimer = setTimeout(() => connections.close('all'), DRAIN_DEADLINE_MS)
  await closed
  clearTimeout(drainTimer)
}
