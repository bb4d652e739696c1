import type { Scope } from '../../schemas/catalogs.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { isWellFormed, secretHash } from './key-format.ts'
import { type RemainingLimits, remainingLimits, type UsageCounts } from './remaining-limits.ts'

/** The decision about a call. */
export type Admission = { verdict: 'unauthorized' } | Caller

/**
 * The decision about a call with an active key. `not_modified` means that the response that the client has cached is still
 * valid. Such a call is answered 304 and not charged to the monthly quota.
 */
export type Verdict = 'granted' | 'not_modified' | 'forbidden' | 'rate_limited' | 'quota_exceeded'

/** The decision about a call with an active key, the key, and the remaining limits of the key. */
export interface Caller extends RemainingLimits {
  verdict: Verdict
  /** The public id of the key. */
  keyId: string
  consumer: string
  counterId: number
  /** The month to which the call was charged; null if the call was refused. */
  chargedMonth: string | null
  /**
   * The version of the corpus. It changes with every run that changed the corpus, and with every restore. Null if the search
   * index, which stores the version, is damaged.
   */
  corpusVersion: number | null
  /** The day up to which every source was read for this corpus version; null if no source was read. */
  corpusDate: string | null
  /** Whether the corpus is the sample, which is made up. */
  isSample: boolean
}

/** A unit of the monthly quota that a call was charged, with the values that `refund` needs. */
export interface Charge {
  counterId: number
  chargedMonth: string
}

const ADMIT = sqlFile(import.meta.url, 'admit.sql', 'prepared')
const REFUND = sqlFile(import.meta.url, 'refund.sql', 'prepared')

/** A call to decide about. */
export interface AdmissionCall {
  key: string | undefined
  scope: Scope
  /** The corpus versions of the responses that the client has cached. */
  cachedVersions?: readonly number[]
}

interface AdmitOptions {
  /** Replaces the clock of the database; for tests. */
  now?: Date | undefined
  /** Whether to leave a call undecided when another transaction has locked its counter, instead of waiting for the lock. */
  skipLocked?: boolean
}

/** The verdict is null when the call is undecided. */
type AdmissionRow = Omit<Caller, 'verdict' | keyof RemainingLimits> &
  UsageCounts & { place: number; verdict: Verdict | null }

/**
 * Authenticates, authorizes and meters calls in one statement, in their order. Charges each granted call one unit of the monthly
 * quota and one unit of the burst (docs/contract.md#authentication and #limits), and a `not_modified` call only one unit of the
 * burst. Nothing is cached, so that a revocation applies from the next call on. A malformed key is refused without a query.
 *
 * @returns the decision about each call, in the same order; undefined for a call that is undecided and not charged
 */
export async function admitAll(
  database: Queryable,
  calls: readonly AdmissionCall[],
  { now, skipLocked = false }: AdmitOptions = {},
): Promise<(Admission | undefined)[]> {
  const decisions = calls.map((): Admission | undefined => ({ verdict: 'unauthorized' }))
  const asked = calls
    .map(({ key, ...call }, place) => ({ ...call, key, place }))
    .filter(({ key }) => key !== undefined && isWellFormed(key))
  if (asked.length === 0) {
    return decisions
  }
  const rows = await database.query<AdmissionRow>(ADMIT, {
    secret_hashes: asked.map(({ key = '' }) => secretHash(key)),
    scopes: asked.map(({ scope }) => scope),
    cached_versions: asked.map(({ cachedVersions = [] }) => cachedVersions.join(',') || null),
    now,
    skip_locked: skipLocked,
  })
  for (const row of rows) {
    const { place, verdict, keyId, consumer, counterId, chargedMonth, ...rest } = row
    const { corpusVersion, corpusDate, isSample, ...counts } = rest
    const corpus = { corpusVersion, corpusDate, isSample }
    decisions[asked[place - 1]?.place ?? Number.NaN] =
      verdict === null
        ? undefined
        : { verdict, keyId, consumer, counterId, chargedMonth, ...corpus, ...remainingLimits(counts) }
  }
  return decisions
}

/**
 * The maximum number of attempts. An attempt is undecided if the limits were exhausted when the statement locked the counters,
 * and were no longer exhausted when it decided. The second attempt decides, unless the same happens again.
 */
const MAX_ATTEMPTS = 5

/** Decides about one call as `admitAll` does, and waits for the transactions that have locked its counter. */
export async function admit(
  database: Queryable,
  { now, ...call }: AdmissionCall & Pick<AdmitOptions, 'now'>,
): Promise<Admission> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [admission] = await admitAll(database, [call], { now })
    if (admission !== undefined) {
      return admission
    }
  }
  throw new Error(`admission was undecided ${MAX_ATTEMPTS} times`)
}

/** Returns the unit of the monthly quota that a call was charged; undefined if the call was not charged to the quota. */
export const chargeOf = ({ verdict, counterId, chargedMonth }: Caller): Charge | undefined =>
  verdict === 'granted' && chargedMonth !== null ? { counterId, chargedMonth } : undefined

/** Returns the seconds after which a refused caller may retry (docs/contract.md#errors, rule 1). */
export const retryAfter = ({ verdict, monthEndsIn, burstEndsIn }: Caller): number =>
  verdict === 'quota_exceeded' ? monthEndsIn : burstEndsIn

/** Refunds a charge, unless the counter has moved to another month. */
export async function refund(database: Queryable, charge: Charge): Promise<void> {
  await database.query(REFUND, { counter_id: charge.counterId, month: charge.chargedMonth })
}
