import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { PRODUCT } from '../../platform/version.ts'
import type { Validators } from '../source-snapshot.ts'
import { hostOf } from './allowed-address.ts'
import { asRequestError } from './request-errors.ts'
import type { Deadlines } from './timeouts.ts'

interface SourceRequest {
  url: URL
  /** `user:password`; undefined if `url` has another origin than the configured URL. */
  auth: string | undefined
  validators: Validators | undefined
  lookup: LookupFunction
  /** Default: GET. */
  method?: string
  /** Names are in lower case. These headers override the default headers. */
  headers?: Readonly<Record<string, string>>
  body?: string
}

/**
 * Sends a request on a new connection. Returns the response when the headers have arrived.
 *
 * Uses node:http, because undici does not report a reset connection for a body without a length.
 *
 * @throws SyncError `source_unreachable`, `source_answer` or `redirect_refused`, or the reason of an abort
 */
export async function sendRequest(request: SourceRequest, deadlines: Deadlines): Promise<IncomingMessage> {
  const { url, auth, lookup } = request
  const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)({
    hostname: hostOf(url),
    port: url.port,
    method: request.method ?? 'GET',
    path: url.pathname + url.search,
    headers: headersFor(request),
    agent: false,
    lookup,
    signal: deadlines.signal,
    ...(auth === undefined ? {} : { auth }),
  })
  sent.on('error', () => {}) // a late error must not end the process
  deadlines.requestSent()
  try {
    const responded = once(sent, 'response')
    sent.end(request.body)
    const [response] = (await responded) as [IncomingMessage]
    deadlines.dataReceived()
    // A connection reset must not count as the regular end of the body.
    sent.on('error', (error) => response.complete || response.destroy(error))
    return response
  } catch (error) {
    throw deadlines.signal.aborted ? deadlines.signal.reason : asRequestError(error)
  }
}

const headersFor = ({ url, validators, headers }: SourceRequest): Record<string, string> => ({
  host: url.host,
  'user-agent': PRODUCT,
  accept: '*/*',
  'accept-encoding': 'identity', // response bodies are not decompressed
  ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
  ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
  ...headers,
})
