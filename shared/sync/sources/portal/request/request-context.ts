import { isContact } from '../../../../platform/contact.ts'
import { isLoopback } from '../../../../platform/net/loopback.ts'
import { OperatorError } from '../../../../platform/operator-error.ts'
import { PRODUCT } from '../../../../platform/version.ts'
import { credentialsOf, withoutPassword } from '../../../fetch/credentials.ts'
import type { Timeouts } from '../../../fetch/timeouts.ts'
import { DEFAULT_RETRIES, type RetryPolicy } from './retries.ts'

/** Limits the rate of the requests to the portal. An implementation may count the requests of several processes. */
export interface RateLimiter {
  /** Resolves when one more request may start. Rejects with a SyncError, or with the abort reason of `signal`. */
  acquire(signal: AbortSignal): Promise<void>
  /** Records the end of the request. */
  release(): Promise<void>
}

export interface PortalClientOptions {
  /** The URL of the portal's page. */
  url: string
  /** A mail address or URL at which the office can contact the operator. Undefined only for a portal on this machine. */
  contact: string | undefined
  rateLimiter: RateLimiter
  signal: AbortSignal
  timeouts?: Partial<Timeouts>
  retries?: Partial<RetryPolicy>
}

/** The validated options of a client. */
export interface RequestContext {
  /** The URL of the portal's page, without credentials and fragment. */
  page: URL
  /** The credentials in the configured URL as `user:password`; undefined if there are none. */
  auth: string | undefined
  userAgent: string
  rateLimiter: RateLimiter
  signal: AbortSignal
  timeouts: Timeouts
  retries: RetryPolicy
}

const DEFAULT_TIMEOUTS: Readonly<Timeouts> = { headersMs: 30_000, idleMs: 30_000, totalMs: 60_000 }

/** Validates the options of a client. @throws OperatorError if the contact for the office is missing or invalid */
export function createRequestContext(options: PortalClientOptions): RequestContext {
  const page = new URL(withoutPassword(options.url))
  page.hash = ''
  return {
    page,
    auth: credentialsOf(new URL(options.url)),
    userAgent: userAgentFor(page, options.contact),
    rateLimiter: options.rateLimiter,
    signal: options.signal,
    timeouts: { ...DEFAULT_TIMEOUTS, ...options.timeouts },
    retries: { ...DEFAULT_RETRIES, ...options.retries },
  }
}

function userAgentFor(page: URL, contact: string | undefined): string {
  if (contact === undefined) {
    if (!isLoopback(page.hostname)) {
      throw new OperatorError('Requests to the portal of an office need a contact. Set PORTAL_CONTACT.')
    }
    return PRODUCT
  }
  if (!isContact(contact)) {
    throw new OperatorError(
      'The contact for the portal must be a mail address or a URL, in ASCII and without spaces or brackets.',
    )
  }
  return `${PRODUCT} (+${contact})`
}
