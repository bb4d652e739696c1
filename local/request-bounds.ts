import type { IncomingMessage } from 'node:http'
import { MOST_BYTES } from '../shared/mcp/message.ts'
import { ApiError } from '../shared/platform/errors.ts'

/** What one client may ask of this process. Sizes in bytes, times in milliseconds. */
export interface Bounds {
  url: number
  headers: number
  body: number
  /** Beyond these, one that nobody uses makes room for a new one. */
  connections: number
  /** Requests that wait for their turn on one connection. */
  pipelined: number
  /** From the first byte to the last of the headers. */
  headersTimeout: number
  /** From the first byte to the last of the body. */
  requestTimeout: number
  /** Between two requests on one connection. */
  keepAliveTimeout: number
  /** Without any traffic while a request or an answer is under way. */
  idleTimeout: number
}

export const BOUNDS: Bounds = {
  url: 8 * 1024,
  headers: 32 * 1024,
  body: MOST_BYTES,
  connections: 1_000,
  pipelined: 100,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 30_000,
  idleTimeout: 30_000,
}

/**
 * Where the parser itself gives up, on URL and headers together. It leaves room above our own bounds, because the
 * parser's error does not tell which of the two was too long.
 */
export const parserLimit = (bounds: Bounds): number => bounds.url + bounds.headers + 8 * 1024

/** Why a request is refused before anybody looks at what it asks for; undefined for most. */
export function outOfBounds(request: IncomingMessage, bounds: Bounds): ApiError | undefined {
  if ((request.url ?? '').length > bounds.url) {
    return new ApiError('uri_too_long', { message: `The request URL is longer than ${bounds.url} bytes` })
  }
  if (request.rawHeaders.reduce((size, text) => size + text.length, 0) > bounds.headers) {
    return new ApiError('headers_too_large')
  }
  const mistake = mistakeOfHost(request)
  return mistake === undefined ? undefined : new ApiError('validation_error', { message: mistake })
}

/** A name or an address, and a port, as an URL has them; nothing, where the URL has none. */
const HOST = /^(\[[\w:.~%]*\]|[\w.~%!$&'()*+,;=-]*)(:\d*)?$/

/** Of two servers, each might take another one of two names for the one that is meant (RFC 9112, 3.2). */
function mistakeOfHost({ rawHeaders, httpVersion, headers: { host } }: IncomingMessage): string | undefined {
  if (host === undefined) {
    return httpVersion === '1.0' ? undefined : 'The Host header is missing'
  }
  const isNamed = (text: string, place: number): boolean => place % 2 === 0 && /^host$/i.test(text)
  if (rawHeaders.findIndex(isNamed) !== rawHeaders.findLastIndex(isNamed)) {
    return 'The Host header is there more than once'
  }
  return HOST.test(host) ? undefined : 'The Host header is not a host'
}

/**
 * Reads the whole body, also of a GET, where it means nothing but still stands before the next request.
 *
 * @throws payload_too_large as soon as it passes the bound; the rest is not read
 */
export async function readBody(request: IncomingMessage, bounds: Bounds): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
  if (length === undefined && chunked === undefined) {
    request.resume() // no body: nothing to wait for (RFC 9112, 6.3)
    return Buffer.alloc(0)
  }
  if (Number(length ?? 0) > bounds.body) {
    throw tooLarge(bounds)
  }
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > bounds.body) {
        throw tooLarge(bounds)
      }
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof ApiError
      ? error
      : new ApiError('validation_error', { message: 'The body was cut off' })
  }
  return Buffer.concat(chunks)
}

const tooLarge = (bounds: Bounds): ApiError =>
  new ApiError('payload_too_large', { message: `The request body is larger than ${bounds.body} bytes` })

/** What node:http reports when it cannot read a request. */
export type ParserFailure = NodeJS.ErrnoException & { rawPacket?: Buffer }

/** What the HTTP parser could not read, as the error that its sender gets. */
export function parserError(error: ParserFailure): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError(isRequestLine(error.rawPacket) ? 'uri_too_long' : 'headers_too_large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout')
    default:
      return new ApiError('validation_error', { message: 'The request is not valid HTTP' })
  }
}

/** Whether what overflowed was still the first line: a method and a URL without an end. */
const isRequestLine = (packet: Buffer | undefined): boolean =>
  packet !== undefined && /^[A-Z]+ \S+$/.test(packet.toString('latin1'))
