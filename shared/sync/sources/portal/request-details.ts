import { SyncError, type SyncErrorCode } from '../../sync-error.ts'
import type { ChosenNumber } from './choose-numbers.ts'
import type { MarkStager } from './mark-stager.ts'
import { type AmbiguousAnswer, type AnswerReader, createAnswerReader } from './read/read-answers.ts'
import type { PortalMark, RefusedAnswer } from './read/read-marca.ts'
import type { PortalClient } from './request/client.ts'
import { UnreadableResponse } from './request/unreadable-response.ts'

/** The requests end after this number of unreadable responses in a row. */
const MOST_UNREADABLE = 3
/** The run fails if more than this share of all responses cannot be used. */
const MOST_REJECTED = 0.5
/** The run fails only if at least this number of responses cannot be used. */
const FEWEST_REJECTED = 3

interface DetailRequests {
  client: Pick<PortalClient, 'detail'>
  stager: MarkStager
  /** Called with the number of applications requested so far. */
  onRequested: ((requested: number) => void) | undefined
}

interface RequestedDetails {
  /** The requested numbers that come from the portal's list, in order. */
  listed: string[]
  /** The error that ended the requests, or the error `too_many_rejected`, if any. */
  stoppedBy: SyncError | undefined
}

interface Response {
  number: ChosenNumber
  outcome: 'staged' | 'rejected' | 'absent' | LateAnswer
  error: SyncError | undefined
}

/** An answer with an uncertain order of day and month. It is staged after all other answers. */
interface LateAnswer extends AmbiguousAnswer {
  row: number
}

/**
 * Requests the applications one by one, and stages the responses. Rejects an application if its request fails. An error
 * in `GENERAL_ERRORS` ends the requests without a rejection.
 *
 * @throws errors other than SyncError
 */
export async function requestDetails(
  chosen: AsyncIterable<ChosenNumber>,
  requests: DetailRequests,
): Promise<RequestedDetails> {
  const reader = createAnswerReader()
  const { responses, stoppedBy } = await requestAll(chosen, requests, reader)
  const staged = await stageAmbiguous(responses, requests.stager, reader)
  return {
    listed: responses.flatMap(({ number }) => (number.reason === 'new' ? [number.nroSolicitud] : [])),
    stoppedBy: stoppedBy ?? tooManyRejected(staged),
  }
}

async function requestAll(
  chosen: AsyncIterable<ChosenNumber>,
  requests: DetailRequests,
  reader: AnswerReader,
): Promise<{ responses: Response[]; stoppedBy: SyncError | undefined }> {
  const responses: Response[] = []
  try {
    for await (const number of chosen) {
      const response = await requestDetail(number, requests, reader)
      responses.push(response)
      if (response.error && endsRun(response.error, responses)) {
        return { responses, stoppedBy: response.error }
      }
      requests.onRequested?.(responses.length)
    }
  } catch (error) {
    if (!(error instanceof SyncError)) {
      throw error
    }
    return { responses, stoppedBy: error }
  }
  return { responses, stoppedBy: undefined }
}

async function stageAmbiguous(
  responses: readonly Response[],
  stager: MarkStager,
  reader: AnswerReader,
): Promise<Response[]> {
  const staged: Response[] = []
  for (const response of responses) {
    const { outcome } = response
    staged.push(
      typeof outcome === 'string'
        ? response
        : { ...response, outcome: await stageRead(outcome, reader.readAmbiguous(outcome), stager) },
    )
  }
  return staged
}

/** Errors that end the run, but do not reject the requested application. */
const GENERAL_ERRORS: ReadonlySet<SyncErrorCode> = new Set([
  'calls_spent',
  'captcha_required',
  'interrupted',
  'limit_reached',
])

async function requestDetail(
  number: ChosenNumber,
  { client, stager }: DetailRequests,
  reader: AnswerReader,
): Promise<Response> {
  const answer = await client.detail(number.nroSolicitud).catch((error: unknown) => {
    if (!(error instanceof SyncError) || GENERAL_ERRORS.has(error.code)) {
      throw error
    }
    return error
  })
  const outcome = await stage(number, answer, stager, reader)
  return { number, outcome, error: answer instanceof SyncError ? answer : undefined }
}

/**
 * Returns whether an error ends the run. A single application may cause an unreadable response, so the run ends only
 * after `MOST_UNREADABLE` unreadable responses in a row. Every other error ends the run at once.
 */
function endsRun(error: SyncError, responses: readonly Response[]): boolean {
  const last = responses.filter(isNoRetry).slice(-MOST_UNREADABLE)
  const areUnreadable = last.every((response) => response.error instanceof UnreadableResponse)
  return !(error instanceof UnreadableResponse) || (last.length === MOST_UNREADABLE && areUnreadable)
}

/** Excludes retries. A retried application failed before, so another failure does not indicate a general problem. */
const isNoRetry = ({ number }: Response): boolean => number.reason !== 'retry'

async function stage(
  { nroSolicitud, reason }: ChosenNumber,
  answer: unknown,
  stager: MarkStager,
  reader: AnswerReader,
): Promise<Response['outcome']> {
  if (answer === undefined && reason !== 'new') {
    stager.addAbsent(nroSolicitud)
    return 'absent'
  }
  const row = stager.addRow()
  const read = readAnswer(answer, nroSolicitud, reader)
  return 'ambiguous' in read ? { ...read.ambiguous, row } : stageRead({ row, nroSolicitud }, read, stager)
}

function readAnswer(
  answer: unknown,
  nroSolicitud: string,
  reader: AnswerReader,
): ReturnType<AnswerReader['read']> {
  if (answer instanceof SyncError) {
    return { reason: answer.message }
  }
  return answer === undefined
    ? { reason: 'the portal listed the application, and then answered that it does not exist' }
    : reader.read(answer, nroSolicitud)
}

async function stageRead(
  { row, nroSolicitud }: Pick<LateAnswer, 'row' | 'nroSolicitud'>,
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

/** Returns an error if too many responses are unusable. An absent application counts if the portal returned it before. */
function tooManyRejected(responses: readonly Response[]): SyncError | undefined {
  const requested = responses.length
  const rejected = responses.filter(
    (response) =>
      isNoRetry(response) &&
      (response.outcome === 'rejected' || (response.outcome === 'absent' && response.number.isKnownToPortal)),
  ).length
  return rejected >= FEWEST_REJECTED && rejected > requested * MOST_REJECTED
    ? new SyncError(
        'too_many_rejected',
        `${rejected} of ${requested} answers of the portal cannot be used: their format may have changed.`,
      )
    : undefined
}
