import type { Scope } from '../../schemas/catalogs.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { isWellFormed, secretHash } from './key-format.ts'
import { type Counts, type Limits, limitsOf } from './limits.ts'

/** What the database decided about a call. */
export type Admission = { verdict: 'unauthorized' } | KnownCaller

/**
 * Why a caller with a live key is let in, or not. `known`: let in, and what it would be told is known to it already, which
 * costs it no unit of its month.
 */
export type Verdict = 'granted' | 'known' | 'forbidden' | 'rate_limited' | 'quota_exceeded'

/** A call with a live key. */
export interface KnownCaller extends Limits {
  verdict: Verdict
  /** Public id of the key. */
  keyId: string
  /** Who the key was given to. */
  consumer: string
  counterId: number
  /** The month that was charged; null for a call that was not let in. */
  chargedMonth: string | null
  /**
   * Names the corpus as it is: another one with every run that changed something, and with every restore. Null where the
   * search index, which keeps it, is damaged.
   */
  corpusState: number | null
}

/** A unit of a month that was taken, and from which counter: what it takes to give it back. */
export interface Charge {
  counterId: number
  chargedMonth: string
}

const ADMIT = sqlFile(import.meta.url, 'admit.sql', 'prepared')
const GIVE_BACK = sqlFile(import.meta.url, 'refund.sql', 'prepared')

/** A lost race is decided by the second attempt, unless the limits were raised and spent again in between. */
const MOST_ATTEMPTS = 5

/** What the statement says: no verdict when another call took the last unit while this one waited for it. */
type Reading = Omit<KnownCaller, 'verdict' | keyof Limits> & Counts & { verdict: Verdict | null }

/**
 * Decides in one statement whether `key` may call an operation that needs `scope`, and charges one unit of its
 * month and of its burst if so (docs/contract.md#authentication and #limits). Nothing is cached: a revocation holds
 * from the next call on. A key without the right form is refused without asking the database.
 *
 * `knownStates` are those of the corpus in which the caller knows the answer. `now` replaces the database's clock, in tests
 * only.
 */
export async function admit(
  database: Queryable,
  call: { key: string | undefined; scope: Scope; knownStates?: readonly number[]; now?: Date },
): Promise<Admission> {
  if (call.key === undefined || !isWellFormed(call.key)) {
    return { verdict: 'unauthorized' }
  }
  const values = {
    secret_hash: secretHash(call.key),
    scope: call.scope,
    known_states: call.knownStates ?? [],
    now: call.now,
  }
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const [reading] = await database.query<Reading>(ADMIT, values)
    if (reading === undefined) {
      return { verdict: 'unauthorized' }
    }
    const { verdict, keyId, consumer, counterId, chargedMonth, corpusState, ...counts } = reading
    if (verdict !== null) {
      return { verdict, keyId, consumer, counterId, chargedMonth, corpusState, ...limitsOf(counts) }
    }
  }
  throw new Error(`admission was undecided ${MOST_ATTEMPTS} times`)
}

/** The unit of the month that a call was charged; undefined where it was charged none. */
export const chargeOf = ({ verdict, counterId, chargedMonth }: KnownCaller): Charge | undefined =>
  verdict === 'granted' && chargedMonth !== null ? { counterId, chargedMonth } : undefined

/** How long a caller that a limit refused is to wait, in seconds (docs/contract.md#errors, rule 1). */
export const retryAfter = ({ verdict, monthEndsIn, burstEndsIn }: KnownCaller): number =>
  verdict === 'quota_exceeded' ? monthEndsIn : burstEndsIn

/** Returns the unit that a failed answer had taken, as long as its month has not been closed. */
export async function giveBack(database: Queryable, charge: Charge): Promise<void> {
  await database.query(GIVE_BACK, { counter_id: charge.counterId, month: charge.chargedMonth })
}
