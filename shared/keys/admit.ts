import type { Scope } from '../../schemas/catalogs.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { isWellFormed, secretHash } from './key-format.ts'
import { type RemainingLimits, remainingLimits, type UsageCounts } from './remaining-limits.ts'

/** The decision about a call. */
export type Admission = { verdict: 'unauthorized' } | Caller

/**
 * The decision about a call with an active key. `not_modified`: the response that the client has cached is still valid, so
 * that the call is answered 304 and not charged to the month.
 */
export type Verdict = 'granted' | 'not_modified' | 'forbidden' | 'rate_limited' | 'quota_exceeded'

/** The active key of a call, the decision about it, and its remaining limits. */
export interface Caller extends RemainingLimits {
  verdict: Verdict
  /** The public id of the key. */
  keyId: string
  consumer: string
  counterId: number
  /** The month that was charged; null for a call that was refused. */
  chargedMonth: string | null
  /**
   * Changes with every run that changed the corpus, and with every restore. Null when the search index, which stores it,
   * is damaged.
   */
  corpusVersion: number | null
}

/** A unit of a month that a call was charged, as `refund` needs it. */
export interface Charge {
  counterId: number
  chargedMonth: string
}

const ADMIT = sqlFile(import.meta.url, 'admit.sql', 'prepared')
const REFUND = sqlFile(import.meta.url, 'refund.sql', 'prepared')

/** The second attempt decides after a lost race, unless the limits were raised and exhausted in between. */
const MAX_ATTEMPTS = 5

/** The verdict is null when a concurrent call took the last unit while the statement waited for it. */
type AdmissionRow = Omit<Caller, 'verdict' | keyof RemainingLimits> &
  UsageCounts & { verdict: Verdict | null }

/**
 * Authenticates, authorizes and meters a call in one statement, and charges one unit of its month and of its burst when it
 * is granted (docs/contract.md#authentication and #limits). Nothing is cached: a revocation applies from the next call on.
 * A malformed key is refused without a query.
 *
 * @param call.cachedVersions the corpus versions whose response the client has cached
 * @param call.now replaces the clock of the database; for tests
 */
export async function admit(
  database: Queryable,
  call: { key: string | undefined; scope: Scope; cachedVersions?: readonly number[]; now?: Date },
): Promise<Admission> {
  if (call.key === undefined || !isWellFormed(call.key)) {
    return { verdict: 'unauthorized' }
  }
  const values = {
    secret_hash: secretHash(call.key),
    scope: call.scope,
    cached_versions: call.cachedVersions ?? [],
    now: call.now,
  }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [row] = await database.query<AdmissionRow>(ADMIT, values)
    if (row === undefined) {
      return { verdict: 'unauthorized' }
    }
    const { verdict, keyId, consumer, counterId, chargedMonth, corpusVersion, ...counts } = row
    if (verdict !== null) {
      return { verdict, keyId, consumer, counterId, chargedMonth, corpusVersion, ...remainingLimits(counts) }
    }
  }
  throw new Error(`admission was undecided ${MAX_ATTEMPTS} times`)
}

/** Returns the unit of the month that a call was charged; undefined when it was not charged. */
export const chargeOf = ({ verdict, counterId, chargedMonth }: Caller): Charge | undefined =>
  verdict === 'granted' && chargedMonth !== null ? { counterId, chargedMonth } : undefined

/** Returns the seconds after which a refused caller may retry (docs/contract.md#errors, rule 1). */
export const retryAfter = ({ verdict, monthEndsIn, burstEndsIn }: Caller): number =>
  verdict === 'quota_exceeded' ? monthEndsIn : burstEndsIn

/** Refunds a charge, unless the counter has gone on to another month. */
export async function refund(database: Queryable, charge: Charge): Promise<void> {
  await database.query(REFUND, { counter_id: charge.counterId, month: charge.chargedMonth })
}
