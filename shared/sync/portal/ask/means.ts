import { isContact } from '../../../contact.ts'
import { isLoopback } from '../../../loopback.ts'
import { OperatorError } from '../../../operator-error.ts'
import { VERSION } from '../../../version.ts'
import { decodePercents } from '../../fetch/file-name.ts'
import type { Limits } from '../../fetch/patience.ts'
import { withoutPassword } from '../../fetch/without-password.ts'
import type { Pace } from './pace.ts'
import { PORTAL_LIMITS } from './receive.ts'
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
  limits?: Partial<Limits>
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
  limits: Limits
  retries: Retries
}

/** @throws OperatorError without a contact that the office could be told */
export function meansOf(order: Order): Means {
  const { username, password } = new URL(order.url)
  const page = new URL(withoutPassword(order.url))
  page.hash = ''
  return {
    page,
    auth: username || password ? `${decodePercents(username)}:${decodePercents(password)}` : undefined,
    userAgent: userAgentFor(page, order.contact),
    pace: order.pace,
    signal: order.signal,
    limits: { ...PORTAL_LIMITS, ...order.limits },
    retries: { ...RETRIES, ...order.retries },
  }
}

function userAgentFor(page: URL, contact: string | undefined): string {
  const own = `trademark-read-service/${VERSION}`
  if (contact === undefined) {
    if (!isLoopback(page.hostname)) {
      throw new OperatorError('The portal of an office is not asked without a contact that it can write to.')
    }
    return own
  }
  if (!isContact(contact)) {
    throw new OperatorError(
      'The contact for the portal must be a mail address or a URL, in ASCII and without spaces or brackets.',
    )
  }
  return `${own} (+${contact})`
}
