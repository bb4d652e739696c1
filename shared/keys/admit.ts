import type { Scope } from '../../schemas/catalogs.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { isWellFormed, secretHash } from './key-format.ts'
import { type RemainingLimits, remainingLimits, type UsageCounts } from './remaining-limits.ts'

/** The decision about a call. */
export type Admission = { verdict: 'unauthorized' } | Caller

/**
 * The decision about a call with an active key. `not_modified` means that the cached response of the client is still valid. The
 * service then responds with 304 and does not charge the call to the monthly quota.
 */
export type Verdict = 'granted' | 'not_modified' | 'forbidden' | 'rate_limited' | 'quota_exceeded'

/** The decision about a call with an active key, the key, and the remaining limits of the key. */
export interface Caller extends RemainingLimits {
  verdict: Verdict
  /** The public id of the key. */
  keyId: string
  consumer: string
  counterId: number
  /** The month in which the call was counted; null if the call was refused. */
  chargedMonth: string | null
  /** The version of the corpus; null if the search index is damaged, because the index stores the version. */
  corpusVersion: number | null
  /** The last day up to which every source was read; null if it is not known. */
  corpusDate: string | null
  /** Whether the corpus is the invented sample data. */
  isSample: boolean
}

/** The charge of a call: one unit of the monthly quota. */
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
  /** If true, a call with a locked usage counter stays undecided. If false, the statement waits for the lock. */
  skipLocked?: boolean
}

/** The verdict is null when the call is undecided. */
type AdmissionRow = Omit<Caller, 'verdict' | keyof RemainingLimits> &
  UsageCounts & { place: number; verdict: Verdict | null }

/**
 * Authenticates, authorizes and meters calls in one statement, in their order (docs/contract.md#authentication and #limits).
 * Nothing is cached, so that a revocation applies from the next call on.
 *
 * - A granted call is charged one unit of the monthly quota and one unit of the burst.
 * - A `not_modified` call is charged only one unit of the burst.
 * - A malformed key is refused without a query.
 *
 * @returns the decision about each call, in the same order; undefined for an undecided call, which is not charged
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
 * The maximum number of attempts. An attempt is undecided if a concurrent change, such as a refund, frees a unit of an
 * exhausted limit before the decision.
 */
const MAX_ATTEMPTS = 5

/** Decides about one call. Waits for transactions that have locked the usage counter of the key. */
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

/** Returns the charge of a call; undefined if the call was not charged to the monthly quota. */
export const chargeOf = ({ verdict, counterId, chargedMonth }: Caller): Charge | undefined =>
  verdict === 'granted' && chargedMonth !== null ? { counterId, chargedMonth } : undefined

/** Returns the seconds after which a refused caller may retry (docs/contract.md#errors, rule 1). */
export const retryAfter = ({ verdict, monthEndsIn, burstEndsIn }: Caller): number =>
  verdict === 'quota_exceeded' ? monthEndsIn : burstEndsIn

/** Refunds a charge, unless the counter has moved to another month. */
export async function refund(database: Queryable, charge: Charge): Promise<void> {
  await database.query(REFUND, { counter_id: charge.counterId, month: charge.chargedMonth })
}
