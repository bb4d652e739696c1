import type { Scope } from '../../schemas/catalogs.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { isWellFormed, secretHash } from './key-format.ts'

/** What the database decided about a call. */
export type Admission =
  | { verdict: 'unauthorized' }
  | { verdict: 'forbidden'; keyId: string }
  | { verdict: 'rate_limited' | 'quota_exceeded'; keyId: string; retryAfter: number }
  | ({ verdict: 'granted' } & Charge)

/** A unit of a month that was taken, and from which counter: what it takes to give it back. */
export interface Charge {
  keyId: string
  counterId: number
  chargedMonth: string
}

const ADMIT = sqlFile(import.meta.url, 'admit.sql', 'prepared')
const GIVE_BACK = sqlFile(import.meta.url, 'give-back.sql', 'prepared')

/** A lost race is decided by the second attempt, unless the limits were raised and spent again in between. */
const MOST_ATTEMPTS = 5

/** What the statement says: no verdict when another call took the last unit while this one waited for it. */
type Reading = Admission | { verdict: null }

/**
 * Decides in one statement whether `key` may call an operation that needs `scope`, and charges one unit of its
 * month and of its burst if so (contract, Authentication and Limits). Nothing is cached: a revocation holds
 * from the next call on. A key without the right form is refused without asking the database.
 *
 * `now` replaces the database's clock, in tests only.
 */
export async function admit(
  database: Queryable,
  call: { key: string | undefined; scope: Scope; now?: Date },
): Promise<Admission> {
  if (call.key === undefined || !isWellFormed(call.key)) {
    return { verdict: 'unauthorized' }
  }
  const values = { secret_hash: secretHash(call.key), scope: call.scope, now: call.now }
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const [reading = { verdict: 'unauthorized' }] = await database.query<Reading>(ADMIT, values)
    if (reading.verdict !== null) {
      return reading
    }
  }
  throw new Error(`admission was undecided ${MOST_ATTEMPTS} times`)
}

/** Returns the unit that a failed answer had taken, as long as its month has not been closed. */
export async function giveBack(database: Queryable, charge: Charge): Promise<void> {
  await database.query(GIVE_BACK, { counter_id: charge.counterId, month: charge.chargedMonth })
}
