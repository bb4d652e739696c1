import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { checkedLookup, checkTarget } from '../../../fetch/allowed-address.ts'
import { pageText } from '../../../fetch/page-text.ts'
import { asBodyError, tooLargeError } from '../../../fetch/request-errors.ts'
import { sendRequest } from '../../../fetch/send-request.ts'
import { type Deadlines, startDeadlines } from '../../../fetch/timeouts.ts'
import { SyncError } from '../../../sync-error.ts'
import type { Means } from './request-context.ts'

/** What is asked of the portal. */
export interface Request {
  method: 'GET' | 'POST'
  url: URL
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>
  body?: string
}

/** What it answered, whatever that is. */
export interface Reply {
  status: number
  setCookie: readonly string[]
  retryAfter: string | undefined
  /** Empty where it is compressed: nobody asked for that, and nobody unpacks it. */
  text: string
  isCompressed: boolean
}

/**
 * Asks once and takes all of the answer into memory; it follows nothing.
 *
 * @throws SyncError `source_unreachable`, `cut_off`, `source_answer`, `too_large` or `redirect_refused`, or the reason
 *   of an abort
 */
export async function receive(request: Request, means: Means): Promise<Reply> {
  const { page, auth, signal, limits } = means
  checkTarget(page, request.url, page)
  const question = {
    ...request,
    auth,
    validators: undefined,
    lookup: checkedLookup(request.url, page, lookup),
  }
  const deadlines = startDeadlines(signal, limits)
  let response: IncomingMessage | undefined
  try {
    response = await sendRequest(question, deadlines)
    return await replyOf(response, deadlines)
  } catch (error) {
    throw signal.aborted ? signal.reason : deadlines.signal.aborted ? tooSlow(response, error) : error
  } finally {
    response?.destroy()
    deadlines.clear()
  }
}

const tooSlow = (response: IncomingMessage | undefined, cause: unknown): SyncError =>
  response === undefined
    ? new SyncError('source_unreachable', 'The source cannot be reached: it does not answer.', { cause })
    : new SyncError('source_unreachable', 'The source did not complete its answer within the time limit.', {
        cause,
      })

async function replyOf(response: IncomingMessage, deadlines: Deadlines): Promise<Reply> {
  const { statusCode = 0, headers } = response
  const isCompressed = !['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase())
  const bytes = isCompressed ? new Uint8Array() : await bodyOf(response, deadlines)
  return {
    status: statusCode,
    setCookie: headers['set-cookie'] ?? [],
    retryAfter: headers['retry-after'],
    text: pageText({ bytes, contentType: headers['content-type'] ?? null }),
    isCompressed,
  }
}

const MOST_BYTES = 2 * 1024 * 1024
const FIRST_BYTES = 64 * 1024

/** All of a body, in one piece of memory that grows: pieces of a byte each would take hundreds of times their size. */
async function bodyOf(response: IncomingMessage, deadlines: Deadlines): Promise<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > MOST_BYTES) {
    throw tooLargeError(MOST_BYTES, 'answer')
  }
  let kept = Buffer.alloc(FIRST_BYTES)
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      deadlines.dataReceived()
      if (length + chunk.length > MOST_BYTES) {
        throw tooLargeError(MOST_BYTES, 'answer')
      }
      kept = withRoom(kept, length + chunk.length)
      length += chunk.copy(kept, length)
    }
  } catch (error) {
    throw asBodyError(error, 'answer')
  }
  return kept.subarray(0, length)
}

const withRoom = (kept: Buffer<ArrayBuffer>, length: number): Buffer<ArrayBuffer> =>
  length <= kept.length ? kept : Buffer.concat([kept], Math.max(length, 2 * kept.length))
