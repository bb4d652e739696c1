import { setTimeout as wait } from 'node:timers/promises'
import { servingDatabase } from '../../db/serving.ts'
import { type Charge, giveBack } from '../../keys/admit.ts'
import type { Call, CallState } from './middleware.ts'

/** How long an answer waits for its unit to be given back. */
const TIMEOUT_MS = 1_000

/**
 * Gives back what a call was charged of its month (docs/decisions.md#keys-limits: What spends a unit). A database that cannot
 * be reached keeps the unit: it may be lost to the client, never to the count.
 */
export async function returnUnit(call: Call, internal: CallState): Promise<void> {
  const { caller } = call
  const { charge } = internal
  if (charge && caller) {
    internal.charge = undefined
    const returned = giveBackOnceMore(charge).then(
      () => true,
      () => false,
    )
    if (await Promise.race([returned, wait(TIMEOUT_MS, false, { ref: false })])) {
      call.caller = { ...caller, monthLeft: caller.monthLeft + 1 }
    }
  }
}

/** The same for a call that was given up before it was decided; nobody waits for it. */
export function returnLateUnit(charge: Charge | undefined): void {
  if (charge) {
    giveBackOnceMore(charge).catch(() => {})
  }
}

/** Tries again where it failed once: the counter may have been busy for longer than a statement may wait. */
const giveBackOnceMore = (charge: Charge): Promise<void> =>
  giveBack(servingDatabase().aside, charge).catch(() => giveBack(servingDatabase().aside, charge))
