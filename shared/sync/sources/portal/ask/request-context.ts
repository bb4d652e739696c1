import { isContact } from '../../../../platform/contact.ts'
import { isLoopback } from '../../../../platform/net/loopback.ts'
import { OperatorError } from '../../../../platform/operator-error.ts'
import { PRODUCT } from '../../../../platform/version.ts'
import { credentialsOf, withoutPassword } from '../../../fetch/credentials.ts'
import type { Timeouts } from '../../../fetch/timeouts.ts'
import type { Pace } from './pace.ts'
import { RETRIES, type Retries } from './retries.ts'

/** Which portal is asked, and how. */
export interface Order {
  /** Of its page. */
  url: string
  /** Whom the office may write to: a mail address or a URL. Only a portal of this machine is asked without. */
  contact: string | undefined
  pace: Pace
  signal: AbortSignal
  /** Others than the usual ones. */
  limits?: Partial<Timeouts>
  retries?: Partial<Retries>
}

/** The same, ready for use. */
export interface Means {
  /** The address of the page, without a password, a query or a fragment: what the methods' addresses begin with. */
  page: URL
  /** `user:password`, only where the operator configured them. */
  auth: string | undefined
  userAgent: string
  pace: Pace
  signal: AbortSignal
  limits: Timeouts
  retries: Retries
}

/** How long an answer may take. */
const TIMEOUTS: Readonly<Timeouts> = { headersMs: 30_000, idleMs: 30_000, totalMs: 60_000 }

/** @throws OperatorError without a contact that the office could be told */
export function meansOf(order: Order): Means {
  const page = new URL(withoutPassword(order.url))
  page.hash = ''
  return {
    page,
    auth: credentialsOf(new URL(order.url)),
    userAgent: userAgentFor(page, order.contact),
    pace: order.pace,
    signal: order.signal,
    limits: { ...TIMEOUTS, ...order.limits },
    retries: { ...RETRIES, ...order.retries },
  }
}

function userAgentFor(page: URL, contact: string | undefined): string {
  if (contact === undefined) {
    if (!isLoopback(page.hostname)) {
      throw new OperatorError('The portal of an office is not asked without a contact that it can write to.')
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
