import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { Context } from 'aws-lambda'
import type { HttpEvent, HttpResult } from '../shared/http/middleware/http.ts'
import { config } from '../shared/platform/config.ts'
import { clientOf, unmapIpv4 } from '../shared/platform/net/client-address.ts'
import { VERSION } from '../shared/platform/version.ts'

/** A request target, neither decoded nor normalized. */
interface Target {
  path: string
  query: string
}

/** Matches `http://host` in an absolute request target (RFC 9112, 3.2.2). */
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i

function readTarget(url: string): Target {
  const [path = '', ...query] = url.replace(ABSOLUTE_FORM, '').split('?')
  return { path: path || '/', query: query.join('?') }
}

/** Converts a request, without the body, to an event of API Gateway (payload format 2.0). */
export function toEvent(request: IncomingMessage): HttpEvent {
  const { path, query } = readTarget(request.url ?? '/')
  const headers = joinHeaders(request)
  const client = clientOf(request.socket.remoteAddress ?? '', headers, config().trustedProxies)
  const event = buildEvent({
    method: request.method ?? 'GET',
    path,
    query,
    protocol: `HTTP/${request.httpVersion}`,
    sourceIp: client.address,
    domainName: addressOf(request.socket),
    headers,
  })
  return client.isForwarded ? { ...event, isClientAddressTrusted: true } : event
}

/** Returns the event with the body, in base64 if the body is not UTF-8. */
export function withBody(event: HttpEvent, body: Buffer): HttpEvent {
  if (body.length === 0) {
    return event
  }
  return isUtf8(body)
    ? { ...event, body: body.toString('utf8') }
    : { ...event, body: body.toString('base64'), isBase64Encoded: true }
}

/** Returns the local host and port. Ignores the header Host, because clients can forge it. */
function addressOf({ localAddress = '', localPort = 0 }: Socket): string {
  const host = unmapIpv4(localAddress)
  return `${host.includes(':') ? `[${host}]` : host}:${localPort}`
}

/** Returns the event of an unreadable request, for the response and the log. */
export const unreadableEvent = (sourceIp: string, requestId: string | undefined): HttpEvent =>
  buildEvent({
    method: '',
    path: '',
    query: '',
    protocol: 'HTTP/1.1',
    sourceIp: unmapIpv4(sourceIp),
    domainName: '',
    headers: requestId === undefined ? {} : { 'x-request-id': requestId },
  })

interface Parts extends Target {
  method: string
  protocol: string
  sourceIp: string
  domainName: string
  headers: Record<string, string>
}

export function buildEvent({
  method,
  path,
  query,
  protocol,
  sourceIp,
  domainName,
  headers,
}: Parts): HttpEvent {
  const now = new Date()
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: query,
    headers,
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      domainName,
      domainPrefix: '',
      http: { method, path, protocol, sourceIp, userAgent: headers['user-agent'] ?? '' },
      requestId: randomUUID(),
      routeKey: '$default',
      stage: '$default',
      time: now.toISOString(),
      timeEpoch: now.getTime(),
    },
    isBase64Encoded: false,
  }
}

/** Joins the values of a repeated header with commas, as API Gateway does. */
function joinHeaders({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = (rawHeaders[place] ?? '').toLowerCase()
    const value = rawHeaders[place + 1] ?? ''
    headers[name] = name in headers ? `${headers[name]},${value}` : value
  }
  return headers
}

/** Creates the Lambda context of a call with `deadlineMs` milliseconds left. */
export function createContext(deadlineMs: number, functionName = 'local'): Context {
  const endsAt = performance.now() + deadlineMs
  return {
    functionName,
    functionVersion: VERSION,
    invokedFunctionArn: 'local',
    memoryLimitInMB: '0',
    awsRequestId: '',
    logGroupName: '',
    logStreamName: '',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, endsAt - performance.now()),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  }
}

const BODILESS = new Set([204, 304])

/** The maximum number of response bytes that are written at once. */
export const RESPONSE_PART_BYTES = 64 * 1024

interface Sending {
  /** Whether to close the connection afterwards. */
  last: boolean
  /** The maximum time for the client to read each part of the response, in milliseconds. */
  readTimeout: number
}

/** Resolves when the whole response is sent, or the client has disconnected. */
export async function sendResult(
  response: ServerResponse,
  result: HttpResult,
  { last, readTimeout }: Sending,
): Promise<void> {
  const { statusCode = 200, body: content = '' } = result
  const body = Buffer.isBuffer(content) ? content : Buffer.from(content)
  response.writeHead(statusCode, {
    ...(result.headers as Record<string, string>),
    // A 204 must not have content-length. A 304 would need the unknown length of the 200 response (RFC 9110, 8.6).
    ...(BODILESS.has(statusCode) ? {} : { 'content-length': body.length }),
    ...(last ? { connection: 'close' } : {}),
  })
  // A timer is used, because a socket timeout may detect a slow client only after twice `readTimeout`.
  const timer = setTimeout(() => response.destroy(), readTimeout)
  await (body.length <= RESPONSE_PART_BYTES ? sendWhole(response, body) : sendInParts(response, body, timer))
  clearTimeout(timer)
}

const sendWhole = (response: ServerResponse, body: Buffer): Promise<void> =>
  new Promise((resolve) => {
    response.once('close', resolve).end(body)
  })

const sendInParts = (response: ServerResponse, body: Buffer, timer: NodeJS.Timeout): Promise<void> =>
  pipeline(partsOf(body, timer), response).catch(() => {}) // the client has disconnected

function* partsOf(body: Buffer, timer: NodeJS.Timeout): Generator<Buffer> {
  for (let start = 0; start < body.length; start += RESPONSE_PART_BYTES) {
    yield body.subarray(start, start + RESPONSE_PART_BYTES)
    timer.refresh()
  }
}
