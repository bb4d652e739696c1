import { ConnectionError, ServiceError } from './errors.ts'
import { type Limits, readLimits } from './limits.ts'
import { LONGEST_WAIT_SECONDS, type Outcome, Turnstile } from './rate-limit-queue.ts'
import type { ErrorCode, ErrorDetail } from './types.ts'
import type { wait } from './wait.ts'

/** What came back to one request, whatever it was. */
export interface Answer {
  url: string
  status: number
  /** Undefined where another than the service answered. */
  requestId: string | undefined
  limits: Limits | undefined
}

/** How a client asks. */
export interface Manner {
  key: string
  /** Instead of the `fetch` of the platform. */
  fetch?: typeof fetch | undefined
  /** Wait while the burst is used up (429 `rate_limited`): true unless told otherwise. */
  waits?: boolean | undefined
  /** Told of every answer before it is returned: of errors, and of the refusals that are waited for, too. */
  onAnswer?: ((answer: Answer) => void) | undefined
}

/** Asks an address for an object that has `member`. */
export type Ask = <Body>(url: string, member: string, signal: AbortSignal | undefined) => Promise<Body>

type Reply = Outcome & ({ readonly body: object } | { readonly error: ServiceError })

/** @throws a TypeError where the key cannot be sent */
export function asking(manner: Manner, by: typeof wait): Ask {
  const key = readKey(manner.key)
  const headers = { 'X-API-Key': key }
  /** Whoever answers may repeat what it was sent. */
  const hidden = (text: string): string => text.replaceAll(key, '[hidden]')
  const turnstile = new Turnstile(by)

  async function send(url: string, member: string, signal: AbortSignal | undefined): Promise<Reply> {
    const { response, text } = await exchange(manner.fetch ?? fetch, url, headers, signal)
    const { status } = response
    const limits = readLimits(response.headers)
    const told = response.headers.get('x-request-id')
    const requestId = told === null ? undefined : hidden(told)
    manner.onAnswer?.({ url, status, requestId, limits })

    const burst = limits?.burst
    const withoutKey = (_: string, value: unknown) => (typeof value === 'string' ? hidden(value) : value)
    const body = readObject(text, response.ok ? undefined : withoutKey)
    if (response.ok && body && member in body) {
      return { body, refusedFor: undefined, burst }
    }
    const error = !response.ok && body && readError(body, status, requestId)
    if (!error) {
      throw new ConnectionError(`${withoutQuery(url)} ${strange(response)}`, { status })
    }
    return { error, refusedFor: waitFor(error), burst }
  }

  return async <Body>(url: string, member: string, signal: AbortSignal | undefined): Promise<Body> => {
    const once = (): Promise<Reply> => send(url, member, signal)
    const reply = await (manner.waits === false ? once() : turnstile.pass(once, signal))
    if ('error' in reply) {
      throw reply.error
    }
    return reply.body as Body
  }
}

/** As fetch does, outer spaces are dropped: a key often comes out of a file, with the end of its line. */
function readKey(key: string): string {
  const trimmed = typeof key === 'string' ? key.trim() : ''
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new TypeError('key is empty, or has characters that no key has') // and never the key itself
  }
  return trimmed
}

/**
 * One request, and its whole answer. No redirect is followed: fetch would send the key along, to whatever origin it
 * leads to.
 */
async function exchange(
  by: typeof fetch,
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<{ response: Response; text: string }> {
  let response: Response | undefined
  try {
    response = await by(url, { headers, redirect: 'manual', signal: signal ?? null })
    return { response, text: await readText(response) }
  } catch (cause) {
    signal?.throwIfAborted()
    const what = response ? 'broke off its answer' : 'did not answer'
    throw new ConnectionError(`${withoutQuery(url)} ${what}: ${reasonOf(cause)}`, {
      status: response?.status,
      cause,
    })
  }
}

/** Far more than any answer: what is longer does not come from the service. */
const MOST_BYTES = 16 * 1024 * 1024

/** The text of an answer, unpacked; of one that is too long nothing, and its rest is not fetched. */
async function readText({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const part = await reader?.read()
    if (!part?.value) {
      return text + decoder.decode()
    }
    size += part.value.length
    if (size > MOST_BYTES) {
      await reader?.cancel()
      return ''
    }
    text += decoder.decode(part.value, { stream: true })
  }
}

/** Node keeps the reason in the cause of what it throws. */
function reasonOf(thrown: unknown): string {
  const { message, cause } = thrown as { message?: string; cause?: { code?: string; message?: string } }
  return cause?.code || cause?.message || message || String(thrown)
}

/** What is strange about an answer that is not one of the service. */
function strange({ type, status }: Response): string {
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400)
  return isRedirect
    ? 'answered with a redirect, which is not followed: the key would go along'
    : `answered ${status}, and not as the service does`
}

const withoutQuery = (url: string): string => url.replace(/\?.*/, '')

function readObject(text: string, revive?: Parameters<typeof JSON.parse>[1]): object | undefined {
  try {
    const value: unknown = JSON.parse(text, revive)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** The error in the envelope; undefined where the body is none. */
function readError(body: object, status: number, requestId: string | undefined): ServiceError | undefined {
  const { error } = body as { error?: Record<string, unknown> | null }
  if (typeof error?.code !== 'string') {
    return undefined
  }
  const { code, message, details, retryAfter } = error
  return new ServiceError(typeof message === 'string' ? message : code, {
    status,
    code: code as ErrorCode,
    requestId: typeof error.requestId === 'string' ? error.requestId : requestId,
    details: Array.isArray(details) ? (details as ErrorDetail[]) : undefined,
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
  })
}

/** How long to wait before the same is asked again, where that is of use. A month that is spent is no wait. */
const waitFor = ({ code, retryAfter }: ServiceError): number | undefined =>
  code === 'rate_limited' && retryAfter !== undefined && retryAfter >= 0 && retryAfter <= LONGEST_WAIT_SECONDS
    ? retryAfter
    : undefined
