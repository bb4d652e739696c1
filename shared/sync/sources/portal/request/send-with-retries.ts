import { SyncError, type SyncErrorCode } from '../../../sync-error.ts'
import { type ErrorKind, errorKindOf, errorKindOfPage, isPage, throwIfBlocked } from './error-kind.ts'
import { errorMessageOf, readPayload } from './read-json.ts'
import type { RequestContext } from './request-context.ts'
import { parseRetryAfter, TransientError, withRetries } from './retries.ts'
import { type PortalRequest, type PortalResponse, sendOnce } from './send-once.ts'
import { UnreadableResponse } from './unreadable-response.ts'

/**
 * Sends a request with retries; the rate limiter counts each attempt.
 *
 * @returns a response with a status below 500
 * @throws SyncError, or the abort reason of the context's signal
 */
export const sendWithRetries = (request: PortalRequest, context: RequestContext): Promise<PortalResponse> =>
  withRetries(() => attempt(request, context), context.retries, context.signal)

async function attempt(request: PortalRequest, context: RequestContext): Promise<PortalResponse> {
  await context.rateLimiter.acquire(context.signal)
  try {
    return throwOnFailure(await sendOnce(request, context))
  } catch (error) {
    throw classifyError(error)
  } finally {
    await context.rateLimiter.release()
  }
}

const TRANSIENT: ReadonlySet<SyncErrorCode> = new Set(['source_unreachable', 'cut_off'])

function classifyError(error: unknown): unknown {
  if (!(error instanceof SyncError)) {
    return error
  }
  if (error.code === 'source_answer') {
    return new UnreadableResponse(error.message) // without the cause, which contains cookies
  }
  return TRANSIENT.has(error.code) ? new TransientError(error) : error
}

/** Throws an error for a limit, a captcha, or a status of 500 or more. A limit or a captcha is never retried. */
function throwOnFailure(response: PortalResponse): PortalResponse {
  const { status, retryAfter } = response
  if (status !== 200) {
    throwIfBlocked(status === 429 ? 'limit' : errorKindOfFailure(response))
  }
  if (status >= 500) {
    throw new TransientError(failureOf(status), parseRetryAfter(retryAfter, Date.now()))
  }
  return response
}

function errorKindOfFailure({ text }: PortalResponse): ErrorKind | undefined {
  if (isPage(text)) {
    return errorKindOfPage(text)
  }
  try {
    return errorKindOf(errorMessageOf(readPayload(text)) ?? '')
  } catch {
    return undefined // the status alone determines the error
  }
}

/**
 * Returns the error for a status of 500 or more. A page method (ASP.NET) that fails answers 500, possibly for one
 * application only. Higher statuses come from a proxy or the server, and concern all applications.
 */
const failureOf = (status: number): SyncError =>
  status === 500
    ? new UnreadableResponse('The portal answered 500.')
    : new SyncError('source_unreachable', `The portal is not available: it answered ${status}.`)
