import { SyncError, type SyncErrorCode } from '../../sync-error.ts'
import type { Portal } from './ask/portal.ts'
import { UnreadableAnswer } from './ask/unreadable-answer.ts'
import type { ChosenNumber } from './choose-numbers.ts'
import { readMarca } from './read/read-marca.ts'
import type { MarkTaker } from './take-marks.ts'

/** So many answers in a row that cannot be read, and nothing that can be is to be expected. */
const MOST_UNREADABLE = 3
/** More than this part of the answers cannot be used, at least so many of them, and the portal speaks otherwise than we know. */
const MOST_REFUSED = 0.5
const FEWEST_REFUSED = 5
/** Nobody is asked longer than this: a run on AWS Lambda has 15 minutes for all that it does. */
const MOST_MS = 10 * 60_000

export interface Asking {
  portal: Pick<Portal, 'detail'>
  taker: MarkTaker
  /** Told behind each application that was asked for. */
  onAsked: ((asked: number) => void) | undefined
}

/** What came of asking. */
export interface Asked {
  /** The numbers that pages of the portal have listed, in their order, of those that were asked for. */
  listed: string[]
  /** Why no more was asked for, or nothing of it is to be trusted; undefined where all went well. */
  stoppedBy: SyncError | undefined
}

interface Tally {
  asked: number
  /** Answers that cannot be used, and those that there is no such application where the portal has told of it before. */
  refused: number
  unreadableInARow: number
}

/**
 * Asks for one application after the other. One whose answer cannot be had or used is refused with its reason, so that it
 * is asked for again later and keeps nobody behind it waiting, also where asking ends with it.
 *
 * @throws what is no SyncError
 */
export async function askForAll(chosen: AsyncIterable<ChosenNumber>, asking: Asking): Promise<Asked> {
  const endsAt = performance.now() + MOST_MS
  const listed: string[] = []
  const tally: Tally = { asked: 0, refused: 0, unreadableInARow: 0 }
  try {
    for await (const number of chosen) {
      await askFor(number, asking, tally, listed)
      tally.asked++
      asking.onAsked?.(tally.asked)
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
  return { listed, stoppedBy: distrust(tally) }
}

/** What is said to everybody, whichever application was asked for. */
const SAID_TO_ALL: ReadonlySet<SyncErrorCode> = new Set([
  'calls_spent',
  'captcha_required',
  'interrupted',
  'limit_reached',
])

async function askFor(
  { nroSolicitud, why, isToldOf }: ChosenNumber,
  { portal, taker }: Asking,
  tally: Tally,
  listed: string[],
): Promise<void> {
  const answer = await portal.detail(nroSolicitud).catch((error: unknown) => {
    if (!(error instanceof SyncError) || SAID_TO_ALL.has(error.code)) {
      throw error
    }
    return error
  })
  if (why === 'new') {
    listed.push(nroSolicitud)
  }
  const outcome = await take(nroSolicitud, why, answer, taker)
  if (why !== 'owed') {
    tally.refused += outcome === 'refused' || (outcome === 'none' && isToldOf) ? 1 : 0
    tally.unreadableInARow = answer instanceof UnreadableAnswer ? tally.unreadableInARow + 1 : 0
  }
  if (answer instanceof SyncError && isTheEnd(answer, tally)) {
    throw answer
  }
}

/** Only an answer that cannot be read may be that of one number alone; of the others, the next one is asked later. */
const isTheEnd = (error: SyncError, { unreadableInARow }: Tally): boolean =>
  !(error instanceof UnreadableAnswer) || unreadableInARow >= MOST_UNREADABLE

/** What became of an answer. */
async function take(
  nroSolicitud: string,
  why: ChosenNumber['why'],
  answer: unknown,
  taker: MarkTaker,
): Promise<'taken' | 'refused' | 'none'> {
  const read = answer instanceof SyncError ? { reason: answer.message } : readOr(answer, nroSolicitud, why)
  if (read === undefined) {
    taker.takeNone(nroSolicitud)
    return 'none'
  }
  if ('reason' in read) {
    await taker.refuse(nroSolicitud, read.reason)
    return 'refused'
  }
  await taker.take(read)
  return 'taken'
}

/** What a page of the portal has listed is there: that it knows of none is no answer. */
function readOr(answer: unknown, nroSolicitud: string, why: ChosenNumber['why']) {
  if (answer !== undefined) {
    return readMarca(answer, nroSolicitud)
  }
  return why === 'new' ? { reason: 'the portal has listed it, and then knew nothing of it' } : undefined
}

const distrust = ({ asked, refused }: Tally): SyncError | undefined =>
  refused >= FEWEST_REFUSED && refused > asked * MOST_REFUSED
    ? new SyncError(
        'too_many_rejected',
        `${refused} of ${asked} answers of the portal cannot be used: it may speak otherwise than before.`,
      )
    : undefined
