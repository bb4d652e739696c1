import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { checkedLookup, checkTarget } from '../../../fetch/allowed-address.ts'
import { pageText } from '../../../fetch/page-text.ts'
import { asBodyError, tooLargeError } from '../../../fetch/request-errors.ts'
import { sendRequest } from '../../../fetch/send-request.ts'
import { type Deadlines, startDeadlines } from '../../../fetch/timeouts.ts'
import { SyncError } from '../../../sync-error.ts'
import type { RequestContext } from './request-context.ts'

export interface PortalRequest {
  method: 'GET' | 'POST'
  url: URL
  /** The names are in lower case. */
  headers: Readonly<Record<string, string>>
  body?: string
}

/** A response with any status. */
export interface PortalResponse {
  status: number
  setCookie: readonly string[]
  retryAfter: string | undefined
  /** Empty for a compressed body, because bodies are not decompressed. */
  text: string
  isCompressed: boolean
}

/**
 * Sends a request once, and reads the whole response into memory. Does not follow redirects.
 *
 * @throws SyncError `source_unreachable`, `cut_off`, `source_answer`, `too_large` or `redirect_refused`
 * @throws the reason of an abort
 */
export async function sendOnce(request: PortalRequest, context: RequestContext): Promise<PortalResponse> {
  const { page, auth, signal, timeouts } = context
  checkTarget(page, request.url, page)
  const sourceRequest = {
    ...request,
    auth,
    validators: undefined,
    lookup: checkedLookup(request.url, page, lookup),
  }
  const deadlines = startDeadlines(signal, timeouts)
  let message: IncomingMessage | undefined
  try {
    message = await sendRequest(sourceRequest, deadlines)
    return await readResponse(message, deadlines)
  } catch (error) {
    throw signal.aborted ? signal.reason : deadlines.signal.aborted ? timedOut(message, error) : error
  } finally {
    message?.destroy()
    deadlines.clear()
  }
}

const timedOut = (message: IncomingMessage | undefined, cause: unknown): SyncError =>
  message === undefined
    ? new SyncError('source_unreachable', 'The source cannot be reached: it does not answer.', { cause })
    : new SyncError('source_unreachable', 'The source did not complete its answer within the time limit.', {
        cause,
      })

async function readResponse(message: IncomingMessage, deadlines: Deadlines): Promise<PortalResponse> {
  const { statusCode = 0, headers } = message
  const isCompressed = !['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase())
  const bytes = isCompressed ? new Uint8Array() : await bodyOf(message, deadlines)
  return {
    status: statusCode,
    setCookie: headers['set-cookie'] ?? [],
    retryAfter: headers['retry-after'],
    text: pageText({ bytes, contentType: headers['content-type'] ?? null }),
    isCompressed,
  }
}

const MOST_BYTES = 2 * 1024 * 1024
const INITIAL_CAPACITY = 64 * 1024

/** Reads a body into one growing buffer. A list of one-byte chunks would need hundreds of times the size of the body. */
async function bodyOf(message: IncomingMessage, deadlines: Deadlines): Promise<Uint8Array> {
  if (Number(message.headers['content-length'] ?? 0) > MOST_BYTES) {
    throw tooLargeError(MOST_BYTES, 'answer')
  }
  let buffer = Buffer.alloc(INITIAL_CAPACITY)
  let length = 0
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      deadlines.dataReceived()
      if (length + chunk.length > MOST_BYTES) {
        throw tooLargeError(MOST_BYTES, 'answer')
      }
      buffer = withCapacity(buffer, length + chunk.length)
      length += chunk.copy(buffer, length)
    }
  } catch (error) {
    throw asBodyError(error, 'answer')
  }
  return buffer.subarray(0, length)
}

const withCapacity = (buffer: Buffer<ArrayBuffer>, length: number): Buffer<ArrayBuffer> =>
  length <= buffer.length ? buffer : Buffer.concat([buffer], Math.max(length, 2 * buffer.length))
