import type { Operation } from '../../../schemas/operations.ts'
import { digest as digestOf } from '../../platform/digest.ts'
import { matches, tagsIn } from '../../platform/entity-tag.ts'
import { VERSION } from '../../platform/version.ts'
import type { HttpEvent, HttpMiddleware, HttpResult } from './http.ts'
import { returnUnit } from './refund.ts'

/**
 * Gives an answer its tag, and nothing but that to whoever has it already: 304, which spends no unit of the month
 * (docs/decisions.md#requests: Conditional requests). An answer out of the corpus is told by the corpus alone, and costs nothing
 * to make where it is known; any other one is told by its body.
 */
export const conditional = (changesWith: Exclude<Operation['changesWith'], 'time'>): HttpMiddleware => ({
  after: async (request) => {
    const { event, response, internal } = request
    if (!response) {
      return
    }
    const tag = changesWith === 'corpus' ? tagOfCorpus(event) : tagOfBody(response)
    if (tag === undefined) {
      return
    }
    response.headers = { ...response.headers, etag: tag }
    if (event.caller?.verdict !== 'known' && matches(event.headers['if-none-match'], tag)) {
      await returnUnit(event, internal)
      request.response = notModified(response)
    }
  },
})

/** An answer that its client has: its headers, but for those that tell of a body (RFC 9110, 15.4.5). */
function notModified({ headers = {} }: HttpResult): HttpResult {
  const { 'content-type': _type, link: _link, ...kept } = headers
  return { statusCode: 304, headers: kept }
}

/** So many states of the corpus are looked for in one statement; more than one is rare already. */
const MOST_STATES = 10

/** The states of the corpus whose answer to this very request the client has, as its tags tell. */
export function knownStates(event: HttpEvent): number[] {
  const ending = `-${fingerprint(event)}`
  return tagsIn(event.headers['if-none-match'])
    .filter((tag) => tag.endsWith(ending))
    .map((tag) => Number.parseInt(tag.slice(0, -ending.length), RADIX))
    .filter(Number.isSafeInteger)
    .slice(0, MOST_STATES)
}

const RADIX = 36

/** The state was read before the answer was: at worst the tag is the older one, and the answer is sent once too often. */
function tagOfCorpus(event: HttpEvent): string | undefined {
  const state = event.caller?.corpusState?.toString(RADIX)
  return state && `W/"${state}-${fingerprint(event)}"`
}

const tagOfBody = ({ body = '' }: HttpResult): string => `W/"${digest(body)}"`

/** Tells requests apart as they came, and the software, which may come to say more of the same. */
const fingerprint = ({ rawPath, rawQueryString }: HttpEvent): string =>
  digest(`${VERSION} ${rawPath}?${rawQueryString}`)

const digest = (text: string): string => digestOf(text, 12)
