import { SyncError, type SyncErrorCode } from '../../../sync-error.ts'
import { isPage, type Meaning, meaningOf, meaningOfPage, refuseStop } from './answers.ts'
import { errorSentence, readPayload } from './read-json.ts'
import { type Reply, type Request, receive } from './receive.ts'
import type { Means } from './request-context.ts'
import { Passing, retryAfterMs, withRetries } from './retries.ts'
import { UnreadableAnswer } from './unreadable-answer.ts'

/**
 * One request with all its retries, each of which takes a turn of its own.
 *
 * @returns an answer with any status below 500
 * @throws SyncError in words for integrators, or the reason of the signal
 */
export const call = (request: Request, means: Means): Promise<Reply> =>
  withRetries(() => callOnce(request, means), means.retries, means.signal)

async function callOnce(request: Request, means: Means): Promise<Reply> {
  await means.pace.turn(means.signal)
  try {
    return refuseFailure(await receive(request, means))
  } catch (error) {
    throw judged(error)
  } finally {
    await means.pace.done()
  }
}

const PASSING: ReadonlySet<SyncErrorCode> = new Set(['source_unreachable', 'cut_off'])

function judged(error: unknown): unknown {
  if (!(error instanceof SyncError)) {
    return error
  }
  if (error.code === 'source_answer') {
    return new UnreadableAnswer(error.message) // its cause holds what came, with cookies and all
  }
  return PASSING.has(error.code) ? new Passing(error) : error
}

/** A wish to be left alone is heard in whatever way it is said, before anything is asked again. */
function refuseFailure(reply: Reply): Reply {
  const { status, retryAfter } = reply
  if (status !== 200) {
    refuseStop(status === 429 ? 'limit' : meaningOfFailure(reply))
  }
  if (status >= 500) {
    throw new Passing(failureOf(status), retryAfterMs(retryAfter, Date.now()))
  }
  return reply
}

function meaningOfFailure({ text }: Reply): Meaning | undefined {
  if (isPage(text)) {
    return meaningOfPage(text)
  }
  try {
    return meaningOf(errorSentence(readPayload(text)) ?? '')
  } catch {
    return undefined // its status says enough
  }
}

/** A 500 is how a page method fails, maybe over one number; the others come from what stands before it. */
const failureOf = (status: number): SyncError =>
  status === 500
    ? new UnreadableAnswer('The portal answered 500.')
    : new SyncError('source_unreachable', `The portal is not available: it answered ${status}.`)
