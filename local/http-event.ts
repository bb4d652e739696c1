import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from 'aws-lambda'
import type { HttpEvent, HttpResult } from '../shared/http/middleware/http.ts'
import { config } from '../shared/platform/config.ts'
import { clientOf, unmapIpv4 } from '../shared/platform/net/client-address.ts'
import { VERSION } from '../shared/platform/version.ts'

/** The path and the query of a request target, neither decoded nor normalized. */
interface Target {
  path: string
  query: string
}

/** The `http://host` of the absolute form, which every server must accept (RFC 9112, 3.2.2). */
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*/i

function readTarget(url: string): Target {
  const [path = '', ...query] = url.replace(ABSOLUTE_FORM, '').split('?')
  return { path: path || '/', query: query.join('?') }
}

/** Converts a request without its body to an event of API Gateway's HTTP API (payload format 2.0). */
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

/** Returns the event with a body, in base64 if it is not UTF-8. */
export function withBody(event: HttpEvent, body: Buffer): HttpEvent {
  if (body.length === 0) {
    return event
  }
  return isUtf8(body)
    ? { ...event, body: body.toString('utf8') }
    : { ...event, body: body.toString('base64'), isBase64Encoded: true }
}

/** Returns the local host and port of a connection, which no header can change. */
function addressOf({ localAddress = '', localPort = 0 }: Socket): string {
  const host = unmapIpv4(localAddress)
  return `${host.includes(':') ? `[${host}]` : host}:${localPort}`
}

/** Returns the event of a request that cannot be parsed, so that it is answered and logged too. */
export const unreadableEvent = (sourceIp: string): HttpEvent =>
  buildEvent({
    method: '',
    path: '',
    query: '',
    protocol: 'HTTP/1.1',
    sourceIp: unmapIpv4(sourceIp),
    domainName: '',
    headers: {},
  })

interface Parts extends Target {
  method: string
  protocol: string
  sourceIp: string
  domainName: string
  headers: Record<string, string>
}

function buildEvent({ method, path, query, protocol, sourceIp, domainName, headers }: Parts): HttpEvent {
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

/** Returns the headers by lower-case name; repeated ones are joined with commas, as API Gateway does. */
function joinHeaders({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = (rawHeaders[place] ?? '').toLowerCase()
    const value = rawHeaders[place + 1] ?? ''
    headers[name] = name in headers ? `${headers[name]},${value}` : value
  }
  return headers
}

/** Creates the Lambda context of a call, with its remaining time. */
export function createContext(deadlineMs: number): Context {
  const endsAt = performance.now() + deadlineMs
  return {
    functionName: 'local',
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

/** Writes the result of a handler; with `last` the connection closes after it. */
export function sendResult(response: ServerResponse, result: HttpResult, last: boolean): void {
  const { statusCode = 200, body: text = '', isBase64Encoded } = result
  const body = Buffer.from(text, isBase64Encoded ? 'base64' : 'utf8')
  response.writeHead(statusCode, {
    ...(result.headers as Record<string, string>),
    // 204 and 304 have no body; a length would describe another response (RFC 9110, 8.6).
    ...(BODILESS.has(statusCode) ? {} : { 'content-length': body.length }),
    ...(last ? { connection: 'close' } : {}),
  })
  response.end(body)
}
