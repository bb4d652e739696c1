import { ConnectionError, ServiceError } from './errors.ts'
import { type Limits, readLimits } from './limits.ts'
import type { ErrorBody } from './types.ts'
import type { wait } from './wait.ts'

export interface Answer {
  url: string
  status: number
  /** Undefined if the response has no header `X-Request-Id`. */
  requestId: string | undefined
  limits: Limits | undefined
}

export interface FetchOptions {
  /** Replaces the `fetch` of the platform. */
  fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Whether calls wait and retry after a refusal (429 or 503); true by default. */
  waits?: boolean | undefined
  /** Called for every response of the service, including each refusal that is followed by a retry. */
  onAnswer?: ((answer: Answer) => void) | undefined
}

/** The longest wait for a retry: the length of the window of the limit per minute. */
const MAX_WAIT_SECONDS = 60

/** The maximum number of waits per call. Without it, a call could wait forever while other clients use the same key. */
const MAX_WAITS = 5

/** Returns the fetch function for openapi-fetch. It waits after refusals, and throws for every other error. */
export function createFetch(options: FetchOptions, waitFor: typeof wait) {
  let resumesAt = 0 // for all calls, because they share the limits of the key

  return async (request: Request): Promise<Response> => {
    for (let waits = 0; ; waits++) {
      const pause = resumesAt - performance.now()
      if (pause > 0) await waitFor(pause / 1_000, request.signal)
      try {
        return await send(request, options)
      } catch (error) {
        const seconds = retryDelay(error)
        if (seconds === undefined || options.waits === false || waits === MAX_WAITS) throw error
        resumesAt = performance.now() + seconds * 1_000
      }
    }
  }
}

/** Returns the seconds until a retry; undefined if the client must not retry. */
const retryDelay = (error: unknown): number | undefined =>
  error instanceof ServiceError &&
  [429, 503].includes(error.status) &&
  Number(error.retryAfter) <= MAX_WAIT_SECONDS
    ? error.retryAfter
    : undefined

/** Sends a request. Throws unless the response is a success of the service. */
async function send(request: Request, options: FetchOptions): Promise<Response> {
  const [address] = request.url.split('?')
  let response: Response | undefined
  let body: { error?: ErrorBody } | null
  try {
    response = await (options.fetch ?? fetch)(request)
    body = (await response.json()) as typeof body
  } catch (cause) {
    request.signal.throwIfAborted()
    const status = response?.status
    throw new ConnectionError(`No response of the service from ${address}: ${reasonOf(cause)}`, {
      status,
      cause,
    })
  }
  const { ok, status, headers } = response
  const requestId = headers.get('X-Request-Id') ?? undefined
  options.onAnswer?.({ url: request.url, status, requestId, limits: readLimits(headers) })
  if (ok) return Response.json(body)
  if (typeof body?.error?.code === 'string') throw new ServiceError(status, body.error)
  throw new ConnectionError(`Another program than the service answered ${status} at ${address}`, { status })
}

/** Node stores the reason of a failed fetch in `cause`. */
function reasonOf(thrown: unknown): string {
  const { message, cause } = thrown as { message?: string; cause?: { code?: string; message?: string } }
  return cause?.code || cause?.message || message || String(thrown)
}
