import type { Limit } from './limits.ts'
import type { wait } from './wait.ts'

/** The outcome of a request. */
export interface RequestOutcome {
  /** Seconds until a retry after a 429; undefined if the call is done. */
  readonly retryAfter: number | undefined
  /** The burst limit, if the response reports it. */
  readonly burst: Limit | undefined
}

/** The length of a burst window. The queue never waits longer. */
export const MAX_WAIT_SECONDS = 60

/** The maximum number of waits of one call. Other clients with the same key can use up every new window. */
const MAX_WAITS = 5

const UNKNOWN_BURST = { remaining: 0, resetSeconds: 0 }

/**
 * Queues the calls of one client after a 429. After the wait, the queue sends the first call alone. The response reports how
 * many requests remain in the window. The queue then sends that many calls. All other calls wait for the next window.
 */
export class RateLimitQueue {
  readonly #wait: typeof wait
  #queue: ((isFirst: boolean) => void)[] = []
  #isBlocked = false
  #hasFirst = false
  #resumesAt = 0

  constructor(waitFor: typeof wait) {
    this.#wait = waitFor
  }

  /** Sends a call, and repeats the call after a 429. Returns the last outcome. @throws the reason of `signal` if it aborts */
  async run<Result extends RequestOutcome>(
    send: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    let isFirst = this.#isBlocked && (await this.#enqueue(signal))
    try {
      for (let waits = 0; ; waits++) {
        if (isFirst) {
          await this.#wait(Math.max(0, this.#resumesAt - performance.now()) / 1_000, signal)
        }
        const outcome = await send()
        if (outcome.retryAfter === undefined) {
          if (isFirst) this.#release(outcome.burst)
          return outcome
        }
        this.#isBlocked = true
        this.#resumeIn(outcome.retryAfter)
        if (waits === MAX_WAITS) {
          return outcome
        }
        isFirst ||= await this.#enqueue(signal)
      }
    } finally {
      if (isFirst) this.#promoteNext()
    }
  }

  /** Returns true for the first call. A later call waits, and resolves to true only if that call becomes the first call. */
  #enqueue(signal?: AbortSignal): Promise<boolean> | true {
    if (!this.#hasFirst) {
      this.#hasFirst = true
      return true
    }
    return new Promise((resolve, reject) => {
      const go = (isFirst: boolean): void => {
        signal?.removeEventListener('abort', abort)
        resolve(isFirst)
      }
      const abort = (): void => {
        this.#queue = this.#queue.filter((other) => other !== go)
        reject(signal?.reason)
      }
      this.#queue.push(go)
      signal?.addEventListener('abort', abort, { once: true })
      if (signal?.aborted) abort()
    })
  }

  /** Sends as many queued calls as the window still allows. If the response reports no limit, calls are sent one at a time. */
  #release({ remaining, resetSeconds }: Pick<Limit, 'remaining' | 'resetSeconds'> = UNKNOWN_BURST): void {
    for (const go of this.#queue.splice(0, remaining)) go(false)
    this.#isBlocked = this.#queue.length > 0
    this.#resumeIn(Math.min(resetSeconds, MAX_WAIT_SECONDS))
  }

  #resumeIn(seconds: number): void {
    this.#resumesAt = performance.now() + seconds * 1_000
  }

  #promoteNext(): void {
    const go = this.#queue.shift()
    this.#hasFirst = go !== undefined
    go?.(true)
  }
}
