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
  /** The maximum number of connections of one client. */
  connectionsPerClient: number
  /** The maximum average rate of TLS handshakes of one client. The maximum burst is `connectionsPerClient`. */
  handshakesPerSecond: number
  /** The maximum number of pipelined requests that wait on one connection. */
  pipelined: number
  /** The maximum time from the first byte of a request to the end of its headers. */
  headersTimeout: number
  /** The maximum time from the first byte of a request to the end of its body. */
  requestTimeout: number
  /** The maximum time between two requests on one connection. */
  keepAliveTimeout: number
  /** The maximum time for a client to take each part of a response (`RESPONSE_PART_BYTES`). */
  readTimeout: number
  /** The time after which an incomplete request, or a response that is not read, counts as stalled. */
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
 * Returns the limit of the HTTP parser for URL and headers together. This limit is higher than the sum of `url` and `headers`,
 * so that `limitViolation` finds most violations. The error of the parser does not state which part is too long.
 */
export const parserLimit = (limits: RequestLimits): number => limits.url + limits.headers + 8 * 1024

/** Checks the URL, the headers and the Host of a request. Returns the error, or undefined for a valid request. */
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

/** Matches a host name or address with an optional port (RFC 3986). Also matches an empty value. */
const HOST = /^(\[[\w:.~%]*\]|[\w.~%!$&'()*+,;=-]*)(:\d*)?$/

/** Checks the Host header. A repeated header is an error: two servers could choose different values (RFC 9112, 3.2). */
function hostError({ rawHeaders, httpVersion, headers: { host } }: IncomingMessage): string | undefined {
  if (host === undefined) {
    return httpVersion === '1.0' ? undefined : 'The Host header is missing'
  }
  const isNamed = (text: string, place: number): boolean => place % 2 === 0 && /^host$/i.test(text)
  if (rawHeaders.findIndex(isNamed) !== rawHeaders.findLastIndex(isNamed)) {
    return 'The Host header occurs more than once'
  }
  return HOST.test(host) ? undefined : 'The Host header is not a host'
}

/**
 * Reads the whole body, also the body of a GET request. The next request on the connection starts after the body.
 *
 * @throws ApiError payload_too_large when the body exceeds the limit; the rest is not read
 */
export async function readBody(request: IncomingMessage, limits: RequestLimits): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
  if (length === undefined && chunked === undefined) {
    request.resume() // no body: nothing to wait for (RFC 9112, 6.3)
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

/** The error of node:http for an unreadable request. `rawPacket` has the newest bytes; the first `bytesParsed` are valid. */
export type ParserFailure = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number }

/** Maps an error of the HTTP parser to the error of the response. */
export function parserError(error: ParserFailure): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(isRequestLine(error.rawPacket) ? 'uri_too_long' : 'headers_too_large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout')
    default:
      return new ApiError('validation_error', {
        message: isUnencodedUrl(error)
          ? 'The request URL contains characters outside ASCII; percent-encode them as UTF-8, such as é as %C3%A9'
          : 'The request is not valid HTTP',
      })
  }
}

/** Returns whether the bytes are a part of a request line. In this case, the URL is too long, not the headers. */
const isRequestLine = (packet: Buffer | undefined): boolean =>
  packet !== undefined && /^[A-Z]+ \S+$/.test(packet.toString('latin1'))

/** Returns whether the parser has stopped in the URL, at a byte outside ASCII. */
const isUnencodedUrl = ({ code, rawPacket, bytesParsed = 0 }: ParserFailure): boolean =>
  code === 'HPE_INVALID_URL' && (rawPacket?.[bytesParsed] ?? 0) >= 0x80

/**
 * Matches a whole `X-Request-Id` line, but no folded line. The second line of a folded line begins with a space or a tab. The
 * time of a match is linear in the length of the text.
 */
const REQUEST_ID = /\r\nx-request-id:[ \t]*(?<id>[!-~]+)[ \t]*(?=\r\n(?![ \t]))/gi

const END_OF_HEADERS = '\r\n\r\n'

/** Returns the `X-Request-Id` of an unreadable request, if the newest bytes contain exactly one whole header of that name. */
export function sentRequestId({ rawPacket, bytesParsed = 0 }: ParserFailure): string | undefined {
  const text = rawPacket?.toString('latin1') ?? ''
  // The bytes may begin with earlier requests. The unreadable request starts after the last end of headers before the error.
  const before = text.lastIndexOf(END_OF_HEADERS, bytesParsed - END_OF_HEADERS.length)
  const start = before < 0 ? 0 : before + 2
  const end = text.indexOf(END_OF_HEADERS, start + 2)
  const headers = end < 0 ? text.slice(start) : text.slice(start, end + 2)
  const [found, repeated] = headers.matchAll(REQUEST_ID)
  return repeated === undefined ? found?.groups?.id : undefined
}
