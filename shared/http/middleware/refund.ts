import { setTimeout as wait } from 'node:timers/promises'
import { isStatementError } from '../../db/database.ts'
import { servingDatabase } from '../../db/serving.ts'
import { type Charge, refund } from '../../keys/admit.ts'
import type { Call, CallState } from './middleware.ts'

/** The maximum time that a response waits for its refund. */
const TIMEOUT_MS = 1_000

/**
 * Refunds a call that was charged to the quota (docs/decisions.md#keys-limits: What spends a unit). If the database is
 * unreachable, the call stays charged.
 */
export async function refundCall(call: Call, internal: CallState): Promise<void> {
  const { caller } = call
  const { charge } = internal
  if (charge && caller) {
    internal.charge = undefined
    const refunded = refundWithRetry(charge).then(
      () => true,
      () => false,
    )
    if (await Promise.race([refunded, wait(TIMEOUT_MS, false, { ref: false })])) {
      call.caller = { ...caller, monthLeft: caller.monthLeft + 1 }
    }
  }
}

/** Refunds a call that was charged too late: after its deadline. No response waits for this refund. */
export function refundAbandonedCall(charge: Charge | undefined): void {
  if (charge) {
    refundWithRetry(charge).catch(() => {})
  }
}

/**
 * Refunds a charge. Retries once if PostgreSQL rejected the statement, for example because of `statement_timeout`. After any
 * other error, such as a lost connection, the first refund may have been stored: a retry could refund twice.
 */
async function refundWithRetry(charge: Charge): Promise<void> {
  try {
    await refund(servingDatabase().aside, charge)
  } catch (error) {
    if (!isStatementError(error)) {
      throw error
    }
    await refund(servingDatabase().aside, charge)
  }
}
