import { SyncError, type SyncErrorCode } from '../../sync-error.ts'
import type { ChosenNumber } from './choose-numbers.ts'
import type { MarkStager } from './mark-stager.ts'
import { type AmbiguousAnswer, type AnswerReader, createAnswerReader } from './read/read-answers.ts'
import type { PortalMark, RefusedAnswer } from './read/read-marca.ts'
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

/** The responses of a run so far. */
interface Responses {
  reader: AnswerReader
  /** Responses to read after all others. */
  ambiguous: (AmbiguousAnswer & { row: number; reason: ChosenNumber['reason'] })[]
  counts: Counts
  listed: string[]
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
  const counts: Counts = { requested: 0, rejected: 0, unreadableInARow: 0 }
  const responses: Responses = { reader: createAnswerReader(), ambiguous: [], counts, listed: [] }
  const stoppedBy = await requestAll(chosen, requests, responses)
  await stageAmbiguous(requests.stager, responses)
  return { listed: responses.listed, stoppedBy: stoppedBy ?? tooManyRejected(counts) }
}

/** Returns the error that ended the requests; undefined without one. */
async function requestAll(
  chosen: AsyncIterable<ChosenNumber>,
  requests: DetailRequests,
  responses: Responses,
): Promise<SyncError | undefined> {
  const endsAt = performance.now() + MOST_MS
  const { counts } = responses
  try {
    for await (const number of chosen) {
      await requestDetail(number, requests, responses)
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
    return error
  }
  return undefined
}

async function stageAmbiguous(stager: MarkStager, { reader, ambiguous, counts }: Responses): Promise<void> {
  for (const response of ambiguous) {
    const { row, nroSolicitud, reason } = response
    const outcome = await stageRead(row, nroSolicitud, reader.readAmbiguous(response), stager)
    counts.rejected += outcome === 'rejected' && reason !== 'retry' ? 1 : 0
  }
}

/** `ambiguous`: the response is staged after all others. */
type Outcome = 'staged' | 'rejected' | 'absent' | 'ambiguous'

/** Errors that are not about one application: they end the run without a rejection. */
const GENERAL_ERRORS: ReadonlySet<SyncErrorCode> = new Set([
  'calls_spent',
  'captcha_required',
  'interrupted',
  'limit_reached',
])

async function requestDetail(
  number: ChosenNumber,
  { client, stager }: DetailRequests,
  responses: Responses,
): Promise<void> {
  const { nroSolicitud, reason, isKnownToPortal } = number
  const { counts, listed } = responses
  const answer = await client.detail(nroSolicitud).catch((error: unknown) => {
    if (!(error instanceof SyncError) || GENERAL_ERRORS.has(error.code)) {
      throw error
    }
    return error
  })
  if (reason === 'new') {
    listed.push(nroSolicitud)
  }
  const outcome = await stage(number, answer, stager, responses)
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
  { nroSolicitud, reason }: ChosenNumber,
  answer: unknown,
  stager: MarkStager,
  { reader, ambiguous }: Responses,
): Promise<Outcome> {
  if (answer === undefined && reason !== 'new') {
    stager.addAbsent(nroSolicitud)
    return 'absent'
  }
  const row = stager.addRow()
  const read = readAnswer(answer, nroSolicitud, reader)
  if ('ambiguous' in read) {
    ambiguous.push({ ...read.ambiguous, row, reason })
    return 'ambiguous'
  }
  return stageRead(row, nroSolicitud, read, stager)
}

/** Rejects the absence of an application that the portal has just listed. */
function readAnswer(
  answer: unknown,
  nroSolicitud: string,
  reader: AnswerReader,
): ReturnType<AnswerReader['read']> {
  if (answer instanceof SyncError) {
    return { reason: answer.message }
  }
  return answer === undefined
    ? { reason: 'the portal listed it and then answered that it does not exist' }
    : reader.read(answer, nroSolicitud)
}

async function stageRead(
  row: number,
  nroSolicitud: string,
  read: PortalMark | RefusedAnswer,
  stager: MarkStager,
): Promise<'staged' | 'rejected'> {
  if ('reason' in read) {
    await stager.reject(row, nroSolicitud, read.reason)
    return 'rejected'
  }
  await stager.add(row, read)
  return 'staged'
}

const tooManyRejected = ({ requested, rejected }: Counts): SyncError | undefined =>
  rejected >= FEWEST_REJECTED && rejected > requested * MOST_REJECTED
    ? new SyncError(
        'too_many_rejected',
        `${rejected} of ${requested} answers of the portal cannot be used: their format may have changed.`,
      )
    : undefined
