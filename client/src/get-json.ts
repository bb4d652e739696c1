import { ConnectionError, ServiceError } from './errors.ts'
import { type Limits, readLimits } from './limits.ts'
import { MAX_WAIT_SECONDS, RateLimitQueue, type RequestOutcome } from './rate-limit-queue.ts'
import type { ErrorCode, ErrorDetail } from './types.ts'
import type { wait } from './wait.ts'

export interface Answer {
  url: string
  status: number
  /** Undefined if the response has no header `X-Request-Id`. */
  requestId: string | undefined
  limits: Limits | undefined
}

export interface RequestOptions {
  key: string
  /** Replaces the `fetch` of the platform. */
  fetch?: typeof fetch | undefined
  /** Whether calls wait and retry after a 429 `rate_limited`; true by default. */
  waits?: boolean | undefined
  /** Called for every response, including each 429 that is followed by a retry. */
  onAnswer?: ((answer: Answer) => void) | undefined
}

/** Requests a URL and returns the JSON object of the response. Throws if the object lacks the expected property `member`. */
export type GetJson = <Body>(url: string, member: string, signal: AbortSignal | undefined) => Promise<Body>

type Reply = RequestOutcome & ({ readonly body: object } | { readonly error: ServiceError })

/** Creates the request function of a client. @throws TypeError for an invalid key */
export function createGetJson(options: RequestOptions, waitFor: typeof wait): GetJson {
  const key = readKey(options.key)
  const headers = { 'X-API-Key': key }
  /** Hides the key, because a response may repeat the key. */
  const redact = (text: string): string => text.replaceAll(key, '[hidden]')
  const queue = new RateLimitQueue(waitFor)

  async function send(url: string, member: string, signal: AbortSignal | undefined): Promise<Reply> {
    const { response, text } = await fetchText(options.fetch ?? fetch, url, headers, signal)
    const { status } = response
    const limits = readLimits(response.headers)
    const requestId = redact(response.headers.get('x-request-id') ?? '') || undefined
    options.onAnswer?.({ url, status, requestId, limits })

    const burst = limits?.burst
    const withoutKey = (_: string, value: unknown) => (typeof value === 'string' ? redact(value) : value)
    const body = readObject(text, response.ok ? undefined : withoutKey)
    if (response.ok && body && member in body) {
      return { body, retryAfter: undefined, burst }
    }
    const error = !response.ok && body && readError(body, status, requestId)
    if (!error) {
      throw new ConnectionError(unexpectedResponse(withoutQuery(url), response), { status })
    }
    return { error, retryAfter: retryDelay(error), burst }
  }

  return async <Body>(url: string, member: string, signal: AbortSignal | undefined): Promise<Body> => {
    const request = (): Promise<Reply> => send(url, member, signal)
    const reply = await (options.waits === false ? request() : queue.run(request, signal))
    if ('error' in reply) {
      throw reply.error
    }
    return reply.body as Body
  }
}

/** Trims the key, because a key file may end with a line break. */
function readKey(key: string): string {
  const trimmed = typeof key === 'string' ? key.trim() : ''
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new TypeError('key is empty or contains a character that is not allowed in a key') // the message omits the key
  }
  return trimmed
}

/** Follows no redirect, because fetch would send the key to the new URL. */
async function fetchText(
  fetchFunction: typeof fetch,
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<{ response: Response; text: string }> {
  let response: Response | undefined
  try {
    response = await fetchFunction(url, { headers, redirect: 'manual', signal: signal ?? null })
    return { response, text: await readText(response) }
  } catch (cause) {
    signal?.throwIfAborted()
    const failure = response ? 'closed the connection early' : 'did not answer'
    throw new ConnectionError(`${withoutQuery(url)} ${failure}: ${reasonOf(cause)}`, {
      status: response?.status,
      cause,
    })
  }
}

/** The maximum size of a response. Real responses are far smaller. */
const MAX_BYTES = 16 * 1024 * 1024

/** Returns the body as text; '' if the body is larger than `MAX_BYTES`. */
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
    if (size > MAX_BYTES) {
      await reader?.cancel()
      return ''
    }
    text += decoder.decode(part.value, { stream: true })
  }
}

/** Node stores the reason of a failed fetch in `cause`. */
function reasonOf(thrown: unknown): string {
  const { message, cause } = thrown as { message?: string; cause?: { code?: string; message?: string } }
  return cause?.code || cause?.message || message || String(thrown)
}

function unexpectedResponse(url: string, { type, status }: Response): string {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
    ? `${url} answered with a redirect, which is not followed`
    : `${url} answered ${status} with a body that does not come from the service`
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

/** Returns the seconds until a retry; undefined if the client must not retry. */
const retryDelay = ({ code, retryAfter }: ServiceError): number | undefined =>
  code === 'rate_limited' && retryAfter !== undefined && retryAfter >= 0 && retryAfter <= MAX_WAIT_SECONDS
    ? retryAfter
    : undefined
