import type { Limit } from './limits.ts'
import type { wait } from './wait.ts'

export interface RequestOutcome {
  /** Seconds until a retry after a 429; undefined if the call is done. */
  readonly retryAfter: number | undefined
  readonly burst: Limit | undefined
}

/** The longest wait for a retry: the length of a burst window. */
export const MAX_WAIT_SECONDS = 60

/** The maximum number of waits per call. Without it, a call could wait forever while other clients use the same key. */
const MAX_WAITS = 5

/** Used after a response without rate limits: the next queued call is sent at once, but alone. */
const UNKNOWN_BURST = { remaining: 0, resetSeconds: 0 }

/**
 * Queues the calls of one client after a 429, and retries only the first of them. The response to the retry reports how
 * many of the other calls may be sent next.
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

  /** Repeats a call after each 429 and returns the last outcome. @throws the reason of `signal` after an abort */
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

  /** Waits in the queue. Returns true if the call must be sent alone. */
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

  /** Sends as many of the queued calls as the burst window still allows. */
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
