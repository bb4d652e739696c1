import { SyncError, type SyncErrorCode } from '../../sync-error.ts'
import type { ChosenNumber } from './choose-numbers.ts'
import type { MarkStager } from './mark-stager.ts'
import { readMarca } from './read/read-marca.ts'
import type { PortalClient } from './request/client.ts'
import { UnreadableResponse } from './request/unreadable-response.ts'

/** After this many unreadable responses in a row, the run stops. */
const MOST_UNREADABLE = 3
/** The run fails when at least `FEWEST_REJECTED` responses, and more than this part of all, are rejected. */
const MOST_REJECTED = 0.5
const FEWEST_REJECTED = 5
/** The longest time for requests: a run on AWS Lambda has 15 minutes in total. */
const MOST_MS = 10 * 60_000

interface DetailRequests {
  client: Pick<PortalClient, 'detail'>
  stager: MarkStager
  /** Called after each requested application with their count. */
  onRequested: ((requested: number) => void) | undefined
}

interface RequestedDetails {
  /** The requested numbers that come from the portal's list, in order. */
  listed: string[]
  /** The error that ended the requests or makes the responses implausible; undefined without one. */
  stoppedBy: SyncError | undefined
}

interface Counts {
  requested: number
  /** Rejected responses, and absent applications that the portal has described before. */
  rejected: number
  unreadableInARow: number
}

/**
 * Requests one application after the other and stages the responses. A failed response is rejected with its reason even
 * if it ends the run: a later run requests that application again, and the next run continues after it.
 *
 * @throws errors other than SyncError
 */
export async function requestDetails(
  chosen: AsyncIterable<ChosenNumber>,
  requests: DetailRequests,
): Promise<RequestedDetails> {
  const endsAt = performance.now() + MOST_MS
  const listed: string[] = []
  const counts: Counts = { requested: 0, rejected: 0, unreadableInARow: 0 }
  try {
    for await (const number of chosen) {
      await requestDetail(number, requests, counts, listed)
      counts.requested++
      requests.onRequested?.(counts.requested)
      if (performance.now() > endsAt) {
        break
      }
    }
  } catch (error) {
    if (!(error instanceof SyncError)) {
      throw error
    }
    return { listed, stoppedBy: error }
  }
  return { listed, stoppedBy: tooManyRejected(counts) }
}

/** Errors that are not about one application: they end the run without a rejection. */
const GENERAL_ERRORS: ReadonlySet<SyncErrorCode> = new Set([
  'calls_spent',
  'captcha_required',
  'interrupted',
  'limit_reached',
])

async function requestDetail(
  { nroSolicitud, reason, isKnownToPortal }: ChosenNumber,
  { client, stager }: DetailRequests,
  counts: Counts,
  listed: string[],
): Promise<void> {
  const answer = await client.detail(nroSolicitud).catch((error: unknown) => {
    if (!(error instanceof SyncError) || GENERAL_ERRORS.has(error.code)) {
      throw error
    }
    return error
  })
  if (reason === 'new') {
    listed.push(nroSolicitud)
  }
  const outcome = await stage(nroSolicitud, reason, answer, stager)
  if (reason !== 'retry') {
    counts.rejected += outcome === 'rejected' || (outcome === 'absent' && isKnownToPortal) ? 1 : 0
    counts.unreadableInARow = answer instanceof UnreadableResponse ? counts.unreadableInARow + 1 : 0
  }
  if (answer instanceof SyncError && endsRun(answer, counts)) {
    throw answer
  }
}

/** Only unreadable responses may be about one application; after other errors, further requests would fail too. */
const endsRun = (error: SyncError, { unreadableInARow }: Counts): boolean =>
  !(error instanceof UnreadableResponse) || unreadableInARow >= MOST_UNREADABLE

async function stage(
  nroSolicitud: string,
  reason: ChosenNumber['reason'],
  answer: unknown,
  stager: MarkStager,
): Promise<'staged' | 'rejected' | 'absent'> {
  const read =
    answer instanceof SyncError ? { reason: answer.message } : readAnswer(answer, nroSolicitud, reason)
  if (read === undefined) {
    stager.addAbsent(nroSolicitud)
    return 'absent'
  }
  if ('reason' in read) {
    await stager.reject(nroSolicitud, read.reason)
    return 'rejected'
  }
  await stager.add(read)
  return 'staged'
}

/** Rejects the absence of an application that the portal has just listed. */
function readAnswer(answer: unknown, nroSolicitud: string, reason: ChosenNumber['reason']) {
  if (answer !== undefined) {
    return readMarca(answer, nroSolicitud)
  }
  return reason === 'new'
    ? { reason: 'the portal listed it and then answered that it does not exist' }
    : undefined
}

const tooManyRejected = ({ requested, rejected }: Counts): SyncError | undefined =>
  rejected >= FEWEST_REJECTED && rejected > requested * MOST_REJECTED
    ? new SyncError(
        'too_many_rejected',
        `${rejected} of ${requested} answers of the portal cannot be used: their format may have changed.`,
      )
    : undefined
