import type { HttpEvent } from '../shared/http/middleware/http.ts'
import { keyIn } from '../shared/http/middleware/key-of-call.ts'
import { isWellFormed, secretHash } from '../shared/keys/key-format.ts'
import { FairQueue, type FairQueueLimits } from '../shared/platform/fair-queue.ts'
import { clientNetwork } from '../shared/platform/net/client-network.ts'

/** The limits of each kind of caller. A share is the part of a limit for one key or one client address. */
export interface FairShareLimits {
  /** Calls with a key that was recently valid; each key has a share. */
  knownKeys: FairQueueLimits
  /** Calls of `/v1` and `/mcp` with any other key or without a key; each client address has a share. */
  unknownCallers: FairQueueLimits
  /** Calls that need no key, such as /health; each client address has a share. */
  openPaths: FairQueueLimits
}

const LONGEST_WAIT_MS = 5_000

/** The limits of a process. Higher limits would not help: further calls would only wait for a database connection. */
export const FAIR_SHARE_LIMITS: FairShareLimits = {
  knownKeys: { inProgress: 64, inProgressPerShare: 32, longestWait: LONGEST_WAIT_MS },
  unknownCallers: { inProgress: 16, inProgressPerShare: 8, longestWait: LONGEST_WAIT_MS },
  // These calls are cheap, but /health takes a second while the database does not answer.
  openPaths: { inProgress: 128, inProgressPerShare: 64, longestWait: LONGEST_WAIT_MS },
}

/** The maximum number of keys that are remembered as valid. No operator is expected to issue this many keys. */
const MAX_KEYS = 10_000

/**
 * Divides the work of the process fairly between its callers (docs/decisions.md#requests: Overload).
 *
 * Each key that was recently valid has its own share. For all other calls, each client address has a share. The shares only
 * decide when a call runs. The middleware `admission` checks the key of each call.
 */
export class FairShares {
  readonly #knownKeys: FairQueue
  readonly #unknownCallers: FairQueue
  readonly #openPaths: FairQueue
  /** Hashes of the keys that were valid when they were last checked, the least recently used first. */
  readonly #validKeys = new Set<string>()

  constructor(limits: FairShareLimits) {
    this.#knownKeys = new FairQueue(limits.knownKeys)
    this.#unknownCallers = new FairQueue(limits.unknownCallers)
    this.#openPaths = new FairQueue(limits.openPaths)
  }

  /** Runs a call when its turn has come. @throws ApiError `overloaded`, if the call has waited for too long */
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

/** Returns the hash of the key of a call, or undefined if the call has no well-formed key. */
function hashOfKey({ headers }: HttpEvent): string | undefined {
  try {
    const key = keyIn(headers)
    return key !== undefined && isWellFormed(key) ? secretHash(key).toString('base64') : undefined
  } catch {
    return undefined // the call has two different keys; `admission` will refuse it
  }
}
