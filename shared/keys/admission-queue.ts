import type { Database } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { type Admission, type AdmissionCall, admit, admitAll } from './admit.ts'

/** With one batch in flight, no batch waits for locks of another batch. */
const BATCHES = { size: 250, inFlight: 1 }

/** A queue for the calls of one key whose usage counter is locked. */
interface Lane {
  admit(call: AdmissionCall): Promise<Admission>
  pending: number
}

/**
 * Decides about calls in batches. Calls of one key are decided in the order of arrival.
 *
 * The batches run on separate connections (`aside`), so that slow searches do not delay the batches. If the usage counter of a
 * key is locked, only the calls of this key wait: they move to a lane, which uses the pool.
 */
export class AdmissionQueue {
  readonly #database: Database
  readonly #admitNow: (call: AdmissionCall) => Promise<Admission | undefined>
  readonly #lanes = new Map<string | undefined, Lane>()

  constructor(database: Database) {
    this.#database = database
    this.#admitNow = inBatches((calls) => admitAll(database.aside, calls, { skipLocked: true }), BATCHES)
  }

  /** Returns the decision about a call. @throws the error of the database */
  async admit(call: AdmissionCall): Promise<Admission> {
    const admission = this.#lanes.has(call.key) ? undefined : await this.#admitNow(call)
    return admission ?? this.#admitInLane(call)
  }

  async #admitInLane(call: AdmissionCall): Promise<Admission> {
    const lane = this.#lanes.get(call.key) ?? this.#openLane()
    this.#lanes.set(call.key, lane)
    lane.pending += 1
    try {
      return await lane.admit(call)
    } finally {
      lane.pending -= 1
      if (lane.pending === 0) this.#lanes.delete(call.key)
    }
  }

  #openLane(): Lane {
    const admitAndWait = inBatches(
      (calls: readonly AdmissionCall[]) => admitAll(this.#database, calls),
      BATCHES,
    )
    return {
      pending: 0,
      admit: async (call) => (await admitAndWait(call)) ?? admit(this.#database, call),
    }
  }
}

const queues = new WeakMap<Database, AdmissionQueue>()

export function admissionQueue(database: Database): AdmissionQueue {
  const queue = queues.get(database) ?? new AdmissionQueue(database)
  queues.set(database, queue)
  return queue
}
