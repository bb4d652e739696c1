import type { Client, ServiceError } from '../../../../../client/src/index.ts'
import { type ErrorHandler, ErrorNotice } from './error-notice.ts'
import { LatestRequest } from './latest-request.ts'
import type { Localization } from './localization.ts'

/** A key in use. Only the client holds it. */
export interface KeySession {
  readonly localization: Localization
  /** Undefined without a key. */
  readonly client: Client | undefined
  /** Ends the session if the service rejects the key (401), and returns whether it did. */
  handleUnauthorized(error: ServiceError | undefined): boolean
}

/** Creates the request of one element of the page; its errors are shown in `errorElement` unless `handle` handles them. */
export const createRequest = (
  session: KeySession,
  busy: HTMLElement,
  errorElement: HTMLElement,
  handle: ErrorHandler = () => false,
): LatestRequest =>
  new LatestRequest(
    busy,
    new ErrorNotice(
      errorElement,
      session.localization,
      (error) => session.handleUnauthorized(error) || handle(error),
    ),
  )
