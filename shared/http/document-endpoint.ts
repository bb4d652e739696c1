import middy from '@middy/core'
import { type Coding, chooseCoding, encode } from '../platform/content-coding.ts'
import { matches } from '../platform/entity-tag.ts'
import { ApiError } from '../platform/errors.ts'
import type { HttpHandler } from './endpoint.ts'
import type { HttpEvent, HttpResult } from './middleware/http.ts'
import { baseMiddleware } from './middleware/order.ts'

/** A document that is served without a key. */
export interface Document {
  kind: 'page' | 'text' | 'asset' | 'discovery'
  type: string
  language?: string | undefined
  /** 404 for the page of unknown paths; by default 200. */
  status?: 404
  /** The request header, besides `Accept-Encoding`, on which the response depends. */
  vary?: string
  bytes: Buffer
  /** A digest of the bytes. */
  fingerprint: string
}

export interface Redirect {
  redirectTo: string
  vary?: string
}

export type Answer = Document | Redirect

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

const CACHE_CONTROL: Readonly<Record<Document['kind'], string>> = {
  page: 'no-cache',
  text: 'no-cache',
  discovery: 'public, max-age=3600', // the value in the MCP proposal SEP-2127
  asset: 'public, max-age=31536000, immutable', // a changed asset has a new path
}

/**
 * Creates the handler of documents that need no key.
 *
 * @param find returns undefined for an unknown path
 * @param notFoundMessage returns the message of the 404
 */
export const documentEndpoint = (
  name: string,
  find: (request: HttpEvent) => Promise<Answer | undefined>,
  notFoundMessage: (path: string) => string,
): HttpHandler =>
  middy<HttpEvent, HttpResult>()
    .use(baseMiddleware(name))
    .handler(async (event) => {
      const answer = await find(event)
      if (answer === undefined) {
        throw new ApiError('not_found', {
          message: notFoundMessage(event.rawPath),
          headers: { vary: 'Accept' },
        })
      }
      return 'redirectTo' in answer ? redirect(answer) : send(answer, event.headers)
    })

/** Returns a redirect that clients revalidate, because the target may change. */
const redirect = ({ redirectTo, vary }: Redirect): HttpResult => ({
  statusCode: 302,
  headers: { location: redirectTo, 'cache-control': 'no-cache', ...(vary === undefined ? {} : { vary }) },
})

/** Returns the document, or a 304 if the client has cached the document. */
async function send(document: Document, headers: HttpEvent['headers']): Promise<HttpResult> {
  const tag = `W/"${document.fingerprint}"` // weak, because each content coding has different bytes
  const common = {
    etag: tag,
    'cache-control': CACHE_CONTROL[document.kind],
    vary: document.vary === undefined ? 'Accept-Encoding' : `Accept-Encoding, ${document.vary}`,
    ...(document.kind === 'page' ? { 'content-security-policy': PAGE_POLICY } : {}),
  }
  if (document.status === undefined && matches(headers['if-none-match'], tag)) {
    return { statusCode: 304, headers: common }
  }
  const coding = chooseCoding(headers['accept-encoding'])
  return {
    statusCode: document.status ?? 200,
    headers: {
      'content-type': document.type,
      ...common,
      ...(document.language === undefined ? {} : { 'content-language': document.language }),
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    },
    body: await encoded(document, coding),
  }
}

const encodedDocuments = new WeakMap<Document, Map<Coding, Promise<Buffer>>>()

/** Encodes a document at most once in each content coding. */
function encoded(document: Document, coding: Coding): Promise<Buffer> {
  const codings = encodedDocuments.get(document) ?? new Map<Coding, Promise<Buffer>>()
  encodedDocuments.set(document, codings)
  const bytes = codings.get(coding) ?? encode(document.bytes, coding, { kept: true })
  codings.set(coding, bytes)
  return bytes
}
