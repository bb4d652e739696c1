import type { Scope } from '../../schemas/catalogs.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { isWellFormed, secretHash } from './key-format.ts'
import { type RemainingLimits, remainingLimits, type UsageCounts } from './remaining-limits.ts'

/** The decision about a call. */
export type Admission = { verdict: 'unauthorized' } | Caller

/** The decision about a call with an active key. `not_modified` leads to a 304. */
export type Verdict = 'granted' | 'not_modified' | 'forbidden' | 'rate_limited' | 'quota_exceeded'

/** The decision about a call with an active key, and the limits. */
export interface Caller extends RemainingLimits {
  verdict: Verdict
  /** The public id of the key. */
  keyId: string
  consumer: string
  counterId: number
  /** The month of the usage counter after an admitted call; null if the call was refused. */
  chargedMonth: string | null
  /** The creation time of the newest corpus version, in microseconds. Null if the search index is damaged. */
  corpusVersion: number | null
  /** All sources are read up to and including this day; null if unknown. */
  corpusDate: string | null
  /** Whether the corpus is the invented sample data. */
  isSample: boolean
}

/** One unit of the monthly quota, charged for a call. */
export interface Charge {
  counterId: number
  chargedMonth: string
}

const ADMIT = sqlFile(import.meta.url, 'admit.sql', 'prepared')
const REFUND = sqlFile(import.meta.url, 'refund.sql', 'prepared')

export interface AdmissionCall {
  key: string | undefined
  scope: Scope
  /** The corpus versions that the client has cached. */
  cachedVersions?: readonly number[]
}

interface AdmitOptions {
  /** Replaces the clock of the database in tests. */
  now?: Date | undefined
  /** If true, a call with a locked usage counter stays undecided. */
  skipLocked?: boolean
}

/** The verdict of an undecided call is null. */
type AdmissionRow = Omit<Caller, 'verdict' | keyof RemainingLimits> &
  UsageCounts & { place: number; verdict: Verdict | null }

/**
 * Authenticates, authorizes and meters calls in one statement (docs/contract.md#authentication and #limits).
 *
 * Nothing is cached, so that a revocation applies at once. A `not_modified` call costs no unit of the monthly quota.
 *
 * @returns the decision about each call, in the same order; undefined for an undecided call
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
 * The maximum number of attempts to decide about a call. `admit_calls` does not lock a usage counter whose limit is exhausted.
 * If a concurrent refund then frees a unit, the call is undecided.
 */
const MAX_ATTEMPTS = 5

/** Decides about one call. Waits while the usage counter of the key is locked. */
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

/** Returns the charge of a call; undefined for a call without a charge. */
export const chargeOf = ({ verdict, counterId, chargedMonth }: Caller): Charge | undefined =>
  verdict === 'granted' && chargedMonth !== null ? { counterId, chargedMonth } : undefined

/** Returns the seconds after which a refused caller may retry (docs/contract.md#errors, rule 1). */
export const retryAfter = ({ verdict, monthEndsIn, burstEndsIn }: Caller): number =>
  verdict === 'quota_exceeded' ? monthEndsIn : burstEndsIn

/** Refunds a charge. Does nothing if the counter of the key has moved to another month. */
export async function refund(database: Queryable, charge: Charge): Promise<void> {
  await database.query(REFUND, { counter_id: charge.counterId, month: charge.chargedMonth })
}
