import { createHmac } from 'node:crypto'
import type { Operation } from '../../../schemas/operations.ts'
import { databaseSecret } from '../../db/database-secret.ts'
import { servingDatabase } from '../../db/serving.ts'
import { digest } from '../../platform/digest.ts'
import { matches, tagsIn } from '../../platform/entity-tag.ts'
import { VERSION } from '../../platform/version.ts'
import type { HttpEvent, HttpMiddleware, HttpResult } from './http.ts'

// The ETag logic (docs/decisions.md#requests: Conditional requests).
//
// A response that depends only on the corpus has the tag `W/"NUMBER-CODE"`. NUMBER is the corpus version in base 36. CODE
// authenticates NUMBER, the software version and the request. So a valid tag proves an earlier 200 for this request.
//
// The middleware `admission` compares NUMBER with the current corpus version in its only SQL statement. So a 304 needs no
// further statement.
//
// A response that depends on more than the corpus has a digest of its body as its tag. The service always computes and charges
// it, even if it then sends a 304.

/** Sets the `ETag` of a response, and answers 304 to a client that has cached the response. */
export const conditional = (cacheBy: NonNullable<Operation['cacheBy']>): HttpMiddleware => ({
  before: async ({ event }) => {
    if (cacheBy === 'corpus') {
      event.cachedVersions = await readVersions(event)
    }
  },
  after: async (request) => {
    const { event, response } = request
    if (!response) {
      return
    }
    const tag = cacheBy === 'corpus' ? await tagOfCorpus(event) : tagOfBody(response)
    if (tag === undefined) {
      return
    }
    response.headers = { ...response.headers, etag: tag }
    if (event.caller?.verdict !== 'not_modified' && matches(event.headers['if-none-match'], tag)) {
      request.response = notModified(response)
    }
  },
})

/** Returns a 304 without the headers that describe the body (RFC 9110, 15.4.5). */
function notModified({ headers = {} }: HttpResult): HttpResult {
  const { 'content-type': _type, link: _link, ...kept } = headers
  return { statusCode: 304, headers: kept }
}

/** The maximum number of tags that are read from `If-None-Match`. Clients rarely send more than one tag. */
const MAX_TAGS = 10

const RADIX = 36

/** Returns the corpus versions in the valid tags of `If-None-Match`. */
async function readVersions(event: HttpEvent): Promise<number[]> {
  const tags = tagsIn(event.headers['if-none-match']).slice(0, MAX_TAGS)
  const secret = tags.length === 0 ? undefined : await readSecret()
  return secret === undefined
    ? [] // no tags, or the database is unavailable
    : tags
        .map((tag) => ({ tag, version: Number.parseInt(tag, RADIX) }))
        .filter(({ tag, version }) => Number.isSafeInteger(version) && tag === tagFor(version, event, secret))
        .map(({ version }) => version)
}

/**
 * Returns the tag for the corpus version that `admission` has read. The response may contain newer data. Then the tag is
 * already out of date, and the next request gets a full response.
 */
async function tagOfCorpus(event: HttpEvent): Promise<string | undefined> {
  const version = event.caller?.corpusVersion ?? undefined
  const secret = version === undefined ? undefined : await readSecret()
  return version === undefined || secret === undefined ? undefined : `W/"${tagFor(version, event, secret)}"`
}

/** The tag covers the software version, because a new release may respond differently. */
function tagFor(version: number, { rawPath, rawQueryString }: HttpEvent, secret: Buffer): string {
  const start = version.toString(RADIX)
  const code = createHmac('sha256', secret).update(`${start} ${VERSION} ${rawPath}?${rawQueryString}`)
  return `${start}-${code.digest('base64url').slice(0, CODE_LENGTH)}`
}

const readSecret = (): Promise<Buffer | undefined> => databaseSecret(servingDatabase()).catch(() => undefined)

/** The length of a CODE and of a digest, in base64url characters. */
const CODE_LENGTH = 12

const tagOfBody = ({ body = '' }: HttpResult): string => `W/"${digest(body, CODE_LENGTH)}"`
