import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { PRODUCT } from '../../platform/version.ts'
import type { Validators } from '../source-snapshot.ts'
import { hostOf } from './allowed-address.ts'
import { asRequestError } from './failures.ts'
import type { Patience } from './timeouts.ts'

/** What is asked of which address. */
export interface Question {
  url: URL
  /** `user:password`, only where the operator configured them. */
  auth: string | undefined
  validators: Validators | undefined
  lookup: LookupFunction
  /** Without one: GET. */
  method?: string
  /** Besides those of every question or in their place, by their names in lower case. */
  headers?: Readonly<Record<string, string>>
  body?: string
}

/**
 * Asks once, on a connection of its own that ends with the answer, and returns when the answer's headers are there.
 *
 * @throws SyncError `source_unreachable`, `source_answer` or `redirect_refused`, or the reason of an abort
 */
export async function exchange(question: Question, patience: Patience): Promise<IncomingMessage> {
  const { url, auth, lookup } = question
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)({
    hostname: hostOf(url),
    port: url.port,
    method: question.method ?? 'GET',
    path: url.pathname + url.search,
    headers: headersFor(question),
    agent: false,
    lookup,
    signal: patience.signal,
    ...(auth === undefined ? {} : { auth }),
  })
  request.on('error', () => {}) // also what comes behind the answer
  patience.asked()
  try {
    const answered = once(request, 'response')
    request.end(question.body)
    const [response] = (await answered) as [IncomingMessage]
    patience.heard()
    request.on('error', (error) => response.complete || response.destroy(error)) // a reset is no regular end
    return response
  } catch (error) {
    throw patience.signal.aborted ? patience.signal.reason : asRequestError(error)
  }
}

const headersFor = ({ url, validators, headers }: Question): Record<string, string> => ({
  host: url.host,
  'user-agent': PRODUCT,
  accept: '*/*',
  'accept-encoding': 'identity', // what is hashed and measured is the file itself
  ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
  ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
  ...headers,
})
