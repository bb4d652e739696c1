import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { checkStep, guardedLookup } from '../../../fetch/allowed-address.ts'
import { exchange } from '../../../fetch/exchange.ts'
import { asBodyError, tooLarge } from '../../../fetch/failures.ts'
import { pageText } from '../../../fetch/page-text.ts'
import { type Patience, startPatience } from '../../../fetch/timeouts.ts'
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
  checkStep(page, request.url, page)
  const question = {
    ...request,
    auth,
    validators: undefined,
    lookup: guardedLookup(request.url, page, lookup),
  }
  const patience = startPatience(signal, limits)
  let response: IncomingMessage | undefined
  try {
    response = await exchange(question, patience)
    return await replyOf(response, patience)
  } catch (error) {
    throw signal.aborted ? signal.reason : patience.signal.aborted ? tooSlow(response, error) : error
  } finally {
    response?.destroy()
    patience.end()
  }
}

const tooSlow = (response: IncomingMessage | undefined, cause: unknown): SyncError =>
  response === undefined
    ? new SyncError('source_unreachable', 'The source cannot be reached: it does not answer.', { cause })
    : new SyncError('source_unreachable', 'The source did not send its answer in the time that it has.', {
        cause,
      })

async function replyOf(response: IncomingMessage, patience: Patience): Promise<Reply> {
  const { statusCode = 0, headers } = response
  const isCompressed = !['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase())
  const bytes = isCompressed ? new Uint8Array() : await bodyOf(response, patience)
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
async function bodyOf(response: IncomingMessage, patience: Patience): Promise<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > MOST_BYTES) {
    throw tooLarge(MOST_BYTES, 'answer')
  }
  let kept = Buffer.alloc(FIRST_BYTES)
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      patience.heard()
      if (length + chunk.length > MOST_BYTES) {
        throw tooLarge(MOST_BYTES, 'answer')
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
