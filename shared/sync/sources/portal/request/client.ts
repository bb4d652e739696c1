import { SyncError, type SyncErrorCode } from '../../../sync-error.ts'
import { createMethodCaller } from './method-caller.ts'
import { findMarca, findMarcas } from './page-method.ts'
import { readDetail, readList } from './read-result.ts'
import { createRequestContext, type PortalClientOptions } from './request-context.ts'

/** A client of an office's search portal. It sends one request at a time, within the rate limit. */
export interface PortalClient {
  /**
   * Returns the next application numbers after `after`, ascending, without dots or leading zeros. Returns an empty array at the
   * end of the register.
   *
   * @throws SyncError, or the abort reason of the client's signal
   */
  list(after: string): Promise<string[]>
  /**
   * Returns the portal's data on an application as parsed JSON; undefined if the portal has no such application.
   *
   * @throws UnreadableResponse if the response cannot be read; the next request may still succeed
   * @throws another SyncError, or the abort reason of the client's signal
   */
  detail(nroSolicitud: string): Promise<unknown>
}

/**
 * Creates a client of a search portal. The client sends no request before the first call.
 *
 * @throws OperatorError if the contact for the office is missing or invalid
 */
export function createPortalClient(options: PortalClientOptions): PortalClient {
  const callMethod = createMethodCaller(createRequestContext(options))
  const enqueue = createQueue()
  return {
    list: (after) => enqueue(async () => readList(await callMethod(findMarcas(after)), after)),
    detail: (nroSolicitud) => enqueue(async () => readDetail(await callMethod(findMarca(nroSolicitud)))),
  }
}

/** The codes of errors after which the client sends no more requests. */
const FINAL: ReadonlySet<SyncErrorCode> = new Set(['limit_reached', 'captcha_required', 'session_refused'])

/**
 * Returns a function that runs tasks one at a time, in call order. Concurrent requests would invalidate the session, because
 * each response contains the token for the next request.
 */
function createQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let previous: Promise<unknown> = Promise.resolve()
  let finalError: SyncError | undefined
  return (task) => {
    const result = previous.then(() => {
      if (finalError) {
        throw finalError
      }
      return task()
    })
    previous = result.catch((error) => {
      finalError ??= error instanceof SyncError && FINAL.has(error.code) ? error : undefined
    })
    return result
  }
}
