import { cookieHeader, keepCookies } from './cookies.ts'
import { type ErrorKind, errorKindOf, errorKindOfPage, isPage, throwIfBlocked } from './error-kind.ts'
import { errorMessageOf, type Fields, readPayload } from './read-json.ts'
import { redactedQuote } from './redacted-quote.ts'
import type { RequestContext } from './request-context.ts'
import type { PortalRequest, PortalResponse } from './send-once.ts'
import { sendWithRetries } from './send-with-retries.ts'
import { type ClientSession, isSessionOver, LONGEST_FIELD } from './session.ts'
import { UnreadableResponse } from './unreadable-response.ts'

/** A call of a page method (ASP.NET). `fields` are the parameters without the session's `Hash` and `IDW`. */
export interface MethodCall {
  method: string
  fields: Readonly<Record<string, string>>
}

export interface MethodResult {
  payload: Fields
  /** The hash, which is the token for the next call; undefined if the response has none. */
  hash: string | undefined
  /** True if the portal has no application with the requested number. */
  isAbsent: boolean
}

/** Returns the call that lists the applications after a number. The call is a search without criteria. */
export const findMarcas = (after: string): MethodCall => {
  const params = Array.from({ length: 16 }, (_, index) => [`param${index + 1}`, ''])
  return {
    method: 'FindMarcas',
    fields: { LastNumSol: after, ...Object.fromEntries(params), param17: '1', responseCaptcha: '' },
  }
}

/** Returns the call that requests one application. */
export const findMarca = (numeroSolicitud: string): MethodCall => ({
  method: 'FindMarcaByNumeroSolicitud',
  fields: { numeroSolicitud },
})

/**
 * Calls a page method. Returns undefined if the portal has ended the session or refuses the hash.
 *
 * @throws SyncError
 */
export async function callMethod(
  call: MethodCall,
  session: ClientSession,
  context: RequestContext,
): Promise<MethodResult | undefined> {
  const response = await sendWithRetries(requestFor(call, session, context), context)
  keepCookies(session.cookies, response.setCookie)
  if (isSessionOver(response)) {
    return undefined
  }
  throwIfUnreadable(response)
  const payload = readPayload(response.text)
  const { Hash: hash } = payload
  const next = typeof hash === 'string' && hash !== '' && hash.length <= LONGEST_FIELD ? hash : undefined
  const message = errorMessageOf(payload)
  const kind = message === undefined ? undefined : errorKindOf(message)
  throwIfBlocked(kind)
  if (message !== undefined && kind === undefined) {
    throw unknownError(message, [...secretsOf(session, context), next ?? ''])
  }
  return isNewSessionNeeded(kind) ? undefined : { payload, hash: next, isAbsent: kind === 'no_such_number' }
}

function requestFor(
  { method, fields }: MethodCall,
  { hash, idw, cookies }: ClientSession,
  { page, userAgent }: RequestContext,
): PortalRequest {
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

function throwIfUnreadable({ status, text, isCompressed }: PortalResponse): void {
  if (status !== 200) {
    throw new UnreadableResponse(`The portal answered ${status}.`)
  }
  if (isCompressed) {
    throw new UnreadableResponse('The portal answered with a compressed body, which was not requested.')
  }
  if (isPage(text)) {
    throwIfBlocked(errorKindOfPage(text))
    throw new UnreadableResponse('The portal answered with a page or text instead of data.')
  }
}

const isNewSessionNeeded = (kind: ErrorKind | undefined): boolean =>
  kind === 'session_over' || kind === 'hash_refused'

/** Returns the texts that an error message must not contain, because messages are public. */
const secretsOf = ({ hash, idw, cookies }: ClientSession, { page, auth }: RequestContext): string[] => [
  hash,
  idw,
  ...cookies.values(),
  page.hostname,
  ...(auth?.split(':') ?? []),
]

function unknownError(message: string, secrets: readonly string[]): UnreadableResponse {
  const quote = redactedQuote(message, secrets)
  return new UnreadableResponse(
    `The portal answered with an error${quote === undefined ? '' : `: ${quote}`}.`,
  )
}
