import type { Operation } from '../../../schemas/operations.ts'
import { digest as digestOf } from '../../platform/digest.ts'
import { matches, tagsIn } from '../../platform/entity-tag.ts'
import { VERSION } from '../../platform/version.ts'
import type { HttpEvent, HttpMiddleware, HttpResult } from './http.ts'
import { refundCall } from './refund.ts'

// All of the ETag logic (docs/decisions.md#requests: Conditional requests).
//
// The tag of a response that depends on the corpus alone is `W/"VERSION-REQUEST"`: the corpus version in base 36, and a
// digest of the request. Admission reads the corpus version in its one statement and compares it with the versions that
// `cachedVersions` takes from If-None-Match. That saves a round trip, and a 304 is neither computed nor charged to the
// month. The tag of any other response is a digest of its body: it is computed, compared here, and refunded on a match.

/** Sets the `ETag` of a response, and answers 304, which spends no unit of the month, to a client that has it cached. */
export const conditional = (cacheBy: NonNullable<Operation['cacheBy']>): HttpMiddleware => ({
  after: async (request) => {
    const { event, response, internal } = request
    if (!response) {
      return
    }
    const tag = cacheBy === 'corpus' ? tagOfCorpus(event) : tagOfBody(response)
    if (tag === undefined) {
      return
    }
    response.headers = { ...response.headers, etag: tag }
    if (event.caller?.verdict !== 'not_modified' && matches(event.headers['if-none-match'], tag)) {
      await refundCall(event, internal)
      request.response = notModified(response)
    }
  },
})

/** Returns a 304 with the headers of a response, except those that describe its body (RFC 9110, 15.4.5). */
function notModified({ headers = {} }: HttpResult): HttpResult {
  const { 'content-type': _type, link: _link, ...kept } = headers
  return { statusCode: 304, headers: kept }
}

/** Bounds the parameter of the admission statement; clients rarely send more than one tag. */
const MAX_VERSIONS = 10

/** Returns the corpus versions whose response to this request the client has cached, from `If-None-Match`. */
export function cachedVersions(event: HttpEvent): number[] {
  const ending = `-${requestDigest(event)}`
  return tagsIn(event.headers['if-none-match'])
    .filter((tag) => tag.endsWith(ending))
    .map((tag) => Number.parseInt(tag.slice(0, -ending.length), RADIX))
    .filter(Number.isSafeInteger)
    .slice(0, MAX_VERSIONS)
}

const RADIX = 36

/**
 * Returns the tag for the corpus version that admission has read. The response is read later, possibly from a newer
 * version: the client then receives an unchanged response once more, never an outdated 304.
 */
function tagOfCorpus(event: HttpEvent): string | undefined {
  const version = event.caller?.corpusVersion?.toString(RADIX)
  return version && `W/"${version}-${requestDigest(event)}"`
}

const tagOfBody = ({ body = '' }: HttpResult): string => `W/"${digest(body)}"`

/** Contains the software version, because a new release may answer the same request differently. */
const requestDigest = ({ rawPath, rawQueryString }: HttpEvent): string =>
  digest(`${VERSION} ${rawPath}?${rawQueryString}`)

const digest = (text: string): string => digestOf(text, 12)
