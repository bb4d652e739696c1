import { SyncError, type SyncErrorCode } from '../../../sync-error.ts'
import { createMethodCaller } from './method-caller.ts'
import { findMarca, findMarcas } from './page-method.ts'
import { readDetail, readList } from './read-result.ts'
import { createRequestContext, type PortalClientOptions } from './request-context.ts'

/** Sends one request at a time, within the rate limit. */
export interface PortalClient {
  /**
   * Returns the next application numbers after `after`, ascending; empty at the end.
   *
   * @throws SyncError, or the abort reason of the client's signal
   */
  list(after: string): Promise<string[]>
  /**
   * Returns the data on an application; undefined if the application does not exist.
   *
   * @throws UnreadableResponse if the response cannot be read; the next request may still succeed
   * @throws SyncError, or the abort reason of the client's signal
   */
  detail(nroSolicitud: string): Promise<unknown>
}

/**
 * Creates a client.
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

/** After these errors, the client sends no more requests. */
const FINAL: ReadonlySet<SyncErrorCode> = new Set(['limit_reached', 'captcha_required', 'session_refused'])

/** Returns a function that runs tasks one at a time, because each response contains the token for the next request. */
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
