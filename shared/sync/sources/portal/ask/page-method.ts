import { isPage, type Meaning, meaningOf, meaningOfPage, refuseStop } from './answers.ts'
import { call } from './call.ts'
import { cookieHeader, keepCookies } from './cookies.ts'
import { quoteSentence } from './quote-sentence.ts'
import { errorSentence, type Fields, readPayload } from './read-json.ts'
import type { Reply, Request } from './receive.ts'
import type { Means } from './request-context.ts'
import { isSessionOver, LONGEST_FIELD, type Session } from './session.ts'
import { UnreadableAnswer } from './unreadable-answer.ts'

/** A method of the page, and what it is asked besides the session. */
export interface Question {
  method: string
  fields: Readonly<Record<string, string>>
}

export interface Answer {
  payload: Fields
  /** What the next call needs; undefined where the answer brought none. */
  hash: string | undefined
  /** It says that there is no such number. */
  isAbsent: boolean
}

/** Besides the session, all of a search without a criterion: the applications by their numbers. */
export const findMarcas = (after: string): Question => {
  const params = Array.from({ length: 16 }, (_, index) => [`param${index + 1}`, ''])
  return {
    method: 'FindMarcas',
    fields: { LastNumSol: after, ...Object.fromEntries(params), param17: '1', responseCaptcha: '' },
  }
}

export const findMarca = (numeroSolicitud: string): Question => ({
  method: 'FindMarcaByNumeroSolicitud',
  fields: { numeroSolicitud },
})

/**
 * Calls a method of the page once, retries aside; undefined where the session is over or its hash is refused.
 *
 * @throws SyncError
 */
export async function callMethod(
  question: Question,
  session: Session,
  means: Means,
): Promise<Answer | undefined> {
  const reply = await call(requestFor(question, session, means), means)
  keepCookies(session.cookies, reply.setCookie)
  if (isSessionOver(reply)) {
    return undefined
  }
  refuseUnreadable(reply)
  const payload = readPayload(reply.text)
  const { Hash: hash } = payload
  const next = typeof hash === 'string' && hash !== '' && hash.length <= LONGEST_FIELD ? hash : undefined
  const sentence = errorSentence(payload)
  const meaning = sentence === undefined ? undefined : meaningOf(sentence)
  refuseStop(meaning)
  if (sentence !== undefined && meaning === undefined) {
    throw unknownError(sentence, [...secretsOf(session, means), next ?? ''])
  }
  return isNewSessionNeeded(meaning)
    ? undefined
    : { payload, hash: next, isAbsent: meaning === 'no_such_number' }
}

function requestFor({ method, fields }: Question, { hash, idw, cookies }: Session, means: Means): Request {
  const { page, userAgent } = means
  const url = new URL(page)
  url.pathname = `${page.pathname.replace(/\/+$/, '')}/${method}`
  url.search = ''
  return {
    method: 'POST',
    url,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json; charset=utf-8',
      referer: page.href,
      'user-agent': userAgent,
      'x-requested-with': 'XMLHttpRequest',
      ...cookieHeader(cookies),
    },
    body: JSON.stringify({ Hash: hash, IDW: idw, ...fields }),
  }
}

/** @throws UnreadableAnswer for what cannot be JSON, or SyncError where a page says why it came */
function refuseUnreadable({ status, text, isCompressed }: Reply): void {
  if (status !== 200) {
    throw new UnreadableAnswer(`The portal answered ${status}.`)
  }
  if (isCompressed) {
    throw new UnreadableAnswer('The portal answered with something that it had compressed, unasked.')
  }
  if (isPage(text)) {
    refuseStop(meaningOfPage(text))
    throw new UnreadableAnswer('The portal answered with a page or a text in the place of data.')
  }
}

const isNewSessionNeeded = (meaning: Meaning | undefined): boolean =>
  meaning === 'session_over' || meaning === 'hash_refused'

/** What no message may repeat. */
const secretsOf = ({ hash, idw, cookies }: Session, { page, auth }: Means): string[] => [
  hash,
  idw,
  ...cookies.values(),
  page.hostname,
  ...(auth?.split(':') ?? []),
]

function unknownError(sentence: string, secrets: readonly string[]): UnreadableAnswer {
  const quoted = quoteSentence(sentence, secrets)
  return new UnreadableAnswer(
    `The portal answered with an error${quoted === undefined ? '' : `: ${quoted}`}.`,
  )
}
