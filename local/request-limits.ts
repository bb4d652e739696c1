import type { IncomingMessage } from 'node:http'
import { MAX_MESSAGE_BYTES } from '../shared/mcp/message.ts'
import { ApiError } from '../shared/platform/errors.ts'

/** The limits of connections and requests. Sizes are in bytes, times in milliseconds. */
export interface RequestLimits {
  url: number
  headers: number
  body: number
  /** The maximum number of connections of all clients together. */
  connections: number
  connectionsPerClient: number
  /** The maximum average rate of TLS handshakes per client. A burst may have `connectionsPerClient` handshakes. */
  handshakesPerSecond: number
  /** The maximum number of unanswered requests on one connection. */
  pipelined: number
  /** The maximum time from the first byte of a request to the end of the headers. */
  headersTimeout: number
  /** The maximum time from the first byte of a request to the end of the body. */
  requestTimeout: number
  /** The maximum time between two requests on one connection. */
  keepAliveTimeout: number
  /** The maximum time for the client to read one part of a response (`RESPONSE_PART_BYTES`). */
  readTimeout: number
  /** The time until a partial request or an unread response counts as stalled. */
  stalledAfter: number
}

export const REQUEST_LIMITS: Omit<RequestLimits, 'connectionsPerClient'> = {
  url: 8 * 1024,
  headers: 32 * 1024,
  body: MAX_MESSAGE_BYTES,
  connections: 2_000,
  handshakesPerSecond: 100,
  pipelined: 100,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 30_000,
  readTimeout: 30_000,
  stalledAfter: 1_000,
}

/**
 * Returns the limit of the HTTP parser for URL and headers together. It is higher than `url` plus `headers`, so that most
 * long requests reach `limitViolation`. Unlike the parser, `limitViolation` reports which part is too long.
 */
export const parserLimit = (limits: RequestLimits): number => limits.url + limits.headers + 8 * 1024

/** Returns the error of a request with a long URL, large headers or an invalid Host; otherwise undefined. */
export function limitViolation(request: IncomingMessage, limits: RequestLimits): ApiError | undefined {
  if ((request.url ?? '').length > limits.url) {
    return new ApiError('uri_too_long', { message: `The request URL is longer than ${limits.url} bytes` })
  }
  if (request.rawHeaders.reduce((size, text) => size + text.length, 0) > limits.headers) {
    return new ApiError('headers_too_large')
  }
  const message = hostError(request)
  return message === undefined ? undefined : new ApiError('validation_error', { message })
}

/** Matches a host with an optional port (RFC 3986), or an empty value. */
const HOST = /^(\[[\w:.~%]*\]|[\w.~%!$&'()*+,;=-]*)(:\d*)?$/

/**
 * Returns the message of an error in the Host header; undefined if the header is correct. A repeated Host is an error,
 * because two servers could choose different values (RFC 9112, 3.2).
 */
function hostError({ rawHeaders, httpVersion, headers: { host } }: IncomingMessage): string | undefined {
  if (host === undefined) {
    return httpVersion === '1.0' ? undefined : 'The Host header is missing'
  }
  const isNamed = (text: string, place: number): boolean => place % 2 === 0 && /^host$/i.test(text)
  if (rawHeaders.findIndex(isNamed) !== rawHeaders.findLastIndex(isNamed)) {
    return 'The Host header occurs more than once'
  }
  return HOST.test(host) ? undefined : 'The Host header is not a valid host'
}

/**
 * Reads the whole body, also of a GET request, because the next request on the connection starts after the body.
 *
 * @throws ApiError payload_too_large for a large body, whose rest is not read; validation_error for an incomplete body
 */
export async function readBody(request: IncomingMessage, limits: RequestLimits): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
  if (length === undefined && chunked === undefined) {
    request.resume() // no body (RFC 9112, 6.3)
    return Buffer.alloc(0)
  }
  if (Number(length ?? 0) > limits.body) {
    throw tooLarge(limits)
  }
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limits.body) {
        throw tooLarge(limits)
      }
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof ApiError
      ? error
      : new ApiError('validation_error', { message: 'The request body is incomplete: send it again in full' })
  }
  return Buffer.concat(chunks)
}

const tooLarge = (limits: RequestLimits): ApiError =>
  new ApiError('payload_too_large', { message: `The request body is larger than ${limits.body} bytes` })

/** An error of node:http. `rawPacket` has the last received bytes. The parser accepted the first `bytesParsed` of them. */
export type ParserFailure = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number }

export function parserError(error: ParserFailure): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(isRequestLine(error.rawPacket) ? 'uri_too_long' : 'headers_too_large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout')
    default:
      return new ApiError('validation_error', {
        message: isUnencodedUrl(error)
          ? 'The request URL contains characters outside ASCII; percent-encode them as UTF-8, for example é as %C3%A9'
          : 'The request is not valid HTTP',
      })
  }
}

const isRequestLine = (packet: Buffer | undefined): boolean =>
  packet !== undefined && /^[A-Z]+ \S+$/.test(packet.toString('latin1'))

const isUnencodedUrl = ({ code, rawPacket, bytesParsed = 0 }: ParserFailure): boolean =>
  code === 'HPE_INVALID_URL' && (rawPacket?.[bytesParsed] ?? 0) >= 0x80

/** Matches an `X-Request-Id` line without a continuation line, in linear time. */
const REQUEST_ID = /\r\nx-request-id:[ \t]*(?<id>[!-~]+)[ \t]*(?=\r\n(?![ \t]))/gi

const END_OF_HEADERS = '\r\n\r\n'

/** Returns the `X-Request-Id` of an unreadable request; undefined if `rawPacket` lacks the header or repeats it. */
export function sentRequestId({ rawPacket, bytesParsed = 0 }: ParserFailure): string | undefined {
  const text = rawPacket?.toString('latin1') ?? ''
  // The packet may begin with earlier requests.
  const before = text.lastIndexOf(END_OF_HEADERS, bytesParsed - END_OF_HEADERS.length)
  const start = before < 0 ? 0 : before + 2
  const end = text.indexOf(END_OF_HEADERS, start + 2)
  const headers = end < 0 ? text.slice(start) : text.slice(start, end + 2)
  const [found, repeated] = headers.matchAll(REQUEST_ID)
  return repeated === undefined ? found?.groups?.id : undefined
}
