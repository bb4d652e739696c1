import type { Client, ServiceError } from '../../../client/src/index.ts'
import { Asking } from './asking.ts'
import type { Speech } from './speech.ts'
import { type Handling, Trouble } from './trouble.ts'

/** A key in use: it is known to the client alone, and gone with it. */
export interface Session {
  readonly speech: Speech
  /** Undefined while there is no key. */
  readonly client: Client | undefined
  /** Ends the session where the service takes its key no more, which may be at any time; whether that is so. */
  isRefused(error: ServiceError | undefined): boolean
}

/** Asks on behalf of a place on the page; what goes wrong is told in another one, unless `handle` does more. */
export const askingAt = (
  session: Session,
  busy: HTMLElement,
  trouble: HTMLElement,
  handle: Handling = () => false,
): Asking =>
  new Asking(busy, new Trouble(trouble, session.speech, (error) => session.isRefused(error) || handle(error)))
