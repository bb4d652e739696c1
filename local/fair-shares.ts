import type { HttpEvent } from '../shared/http/middleware/http.ts'
import { keyIn } from '../shared/http/middleware/key-of-call.ts'
import { isWellFormed, secretHash } from '../shared/keys/key-format.ts'
import { FairQueue, type FairQueueLimits } from '../shared/platform/fair-queue.ts'
import { clientNetwork } from '../shared/platform/net/client-network.ts'

/** The limits of each kind of call. A share contains the calls of one key or of one client address. */
export interface FairShareLimits {
  /** Calls with a key that was valid in the previous call with this key; one share per key. */
  knownKeys: FairQueueLimits
  /** Other calls of `/v1` and `/mcp`; one share per client address. */
  unknownCallers: FairQueueLimits
  /** Calls that need no key, such as /health; one share per client address. */
  openPaths: FairQueueLimits
}

const LONGEST_WAIT_MS = 5_000

/** Higher limits would not increase the throughput: the additional calls would wait for a database connection. */
export const FAIR_SHARE_LIMITS: FairShareLimits = {
  knownKeys: { inProgress: 64, inProgressPerShare: 32, longestWait: LONGEST_WAIT_MS },
  unknownCallers: { inProgress: 16, inProgressPerShare: 8, longestWait: LONGEST_WAIT_MS },
  // These calls are cheap. The limit matters for /health, which takes a second while the database does not answer.
  openPaths: { inProgress: 128, inProgressPerShare: 64, longestWait: LONGEST_WAIT_MS },
}

/** The maximum number of valid keys that are remembered. No operator is expected to issue this many keys. */
const MAX_KEYS = 10_000

/**
 * Divides the work of the process fairly between its callers (docs/decisions.md#requests: Overload).
 *
 * This class decides when a call runs, and the middleware `admission` decides whether the call is allowed.
 */
export class FairShares {
  readonly #knownKeys: FairQueue
  readonly #unknownCallers: FairQueue
  readonly #openPaths: FairQueue
  /** Hashes of recently valid keys, the least recently used first. */
  readonly #validKeys = new Set<string>()

  constructor(limits: FairShareLimits) {
    this.#knownKeys = new FairQueue(limits.knownKeys)
    this.#unknownCallers = new FairQueue(limits.unknownCallers)
    this.#openPaths = new FairQueue(limits.openPaths)
  }

  /** Runs a call when its turn has come. @throws ApiError `overloaded` after a long wait */
  async run<Result>(event: HttpEvent, call: () => Promise<Result>): Promise<Result> {
    const client = clientNetwork(event.requestContext.http.sourceIp)
    if (!NEEDS_KEY.test(event.rawPath)) {
      return this.#openPaths.run(client, call)
    }
    const key = hashOfKey(event)
    if (key === undefined) {
      return this.#unknownCallers.run(client, call)
    }
    const result = this.#validKeys.has(key)
      ? await this.#knownKeys.run(key, call)
      : await this.#unknownCallers.run(client, call)
    if (event.caller !== undefined) {
      this.#remember(key, event.caller !== null)
    }
    return result
  }

  #remember(key: string, isValid: boolean): void {
    this.#validKeys.delete(key)
    if (isValid) {
      this.#validKeys.add(key)
    }
    const [oldest] = this.#validKeys
    if (this.#validKeys.size > MAX_KEYS && oldest !== undefined) {
      this.#validKeys.delete(oldest)
    }
  }
}

const NEEDS_KEY = /^\/(v1\/|mcp$)/

function hashOfKey({ headers }: HttpEvent): string | undefined {
  try {
    const key = keyIn(headers)
    return key !== undefined && isWellFormed(key) ? secretHash(key).toString('base64') : undefined
  } catch {
    return undefined // the call has two different keys; `admission` will refuse it
  }
}
