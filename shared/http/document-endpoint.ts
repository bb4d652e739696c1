import middy from '@middy/core'
import { type Coding, chooseCoding, encode } from '../platform/content-coding.ts'
import { matches } from '../platform/entity-tag.ts'
import { ApiError } from '../platform/errors.ts'
import type { HttpHandler } from './endpoint.ts'
import type { HttpEvent, HttpResult } from './middleware/http.ts'
import { doors } from './middleware/order.ts'

/** What is served under a path. */
export interface Document {
  kind: 'page' | 'text' | 'asset' | 'download'
  /** As `Content-Type` has it. */
  type: string
  language: string | undefined
  /** Under which a reader keeps it, where it is not to be shown. */
  fileName?: string
  bytes: Buffer
  /** Another one as soon as a byte is. */
  fingerprint: string
}

/** What a page may load and do: what it is made of, from here, and to ask this service; to be part of no other page. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page is asked about before it is shown again; the path of an asset changes with what is in it. */
const KEEPING: Readonly<Record<Document['kind'], string>> = {
  page: 'no-cache',
  text: 'no-cache',
  download: 'no-cache',
  asset: 'public, max-age=31536000, immutable',
}

/**
 * Makes the handler of documents that need no key.
 *
 * @param find returns the document of a path, or undefined
 * @param notFoundMessage returns the message of the 404 for a path without a document
 */
export const documentEndpoint = (
  name: string,
  find: (path: string) => Promise<Document | undefined>,
  notFoundMessage: (path: string) => string,
): HttpHandler =>
  middy<HttpEvent, HttpResult>()
    .use(doors(name))
    .handler(async ({ rawPath, headers }) => {
      const document = await find(rawPath)
      if (document === undefined) {
        throw new ApiError('not_found', { message: notFoundMessage(rawPath) })
      }
      return send(document, headers)
    })

/** The document, or that its reader has it already; which also tells the policy, as it takes the place of the one kept. */
async function send(document: Document, headers: HttpEvent['headers']): Promise<HttpResult> {
  const tag = `W/"${document.fingerprint}"` // weak: the bytes of the codings differ
  const about = {
    etag: tag,
    'cache-control': KEEPING[document.kind],
    vary: 'Accept-Encoding',
    ...(document.kind === 'page' ? { 'content-security-policy': PAGE_POLICY } : {}),
  }
  if (matches(headers['if-none-match'], tag)) {
    return { statusCode: 304, headers: about }
  }
  const coding = document.kind === 'download' ? 'identity' : chooseCoding(headers['accept-encoding'])
  return {
    statusCode: 200,
    headers: {
      'content-type': document.type,
      ...about,
      ...(document.fileName === undefined
        ? {}
        : { 'content-disposition': `attachment; filename="${document.fileName}"` }),
      ...(document.language === undefined ? {} : { 'content-language': document.language }),
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    },
    body: (await encoded(document, coding)).toString('base64'),
    isBase64Encoded: true,
  }
}

const made = new WeakMap<Document, Map<Coding, Promise<Buffer>>>()

/** The bytes of a document in a coding, made at most once. */
function encoded(document: Document, coding: Coding): Promise<Buffer> {
  const codings = made.get(document) ?? new Map<Coding, Promise<Buffer>>()
  made.set(document, codings)
  const bytes = codings.get(coding) ?? encode(document.bytes, coding, { kept: true })
  codings.set(coding, bytes)
  return bytes
}
