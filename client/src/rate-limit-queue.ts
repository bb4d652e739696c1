import type { Limit } from './limits.ts'
import type { wait } from './wait.ts'

/** What came of a call that was sent. */
export interface Outcome {
  /** Seconds after which to send it again; undefined where it is done. */
  readonly refusedFor: number | undefined
  /** Where the burst is, as far as was told. */
  readonly burst: Limit | undefined
}

/** The window of a burst: nothing that is told of a longer wait is believed. */
export const LONGEST_WAIT_SECONDS = 60

/**
 * How often one call waits and is refused again before it fails. Only other clients of the same key can bring that
 * about, by using up window after window: five minutes of that are no bad luck.
 */
const MOST_WAITS = 5

const NOT_TOLD = { remaining: 0, resetSeconds: 0 }

/**
 * Lets the calls of one client pass. Once one is refused the others stand in line behind it, in the order in which they
 * came, instead of all running into the same refusal: when the wait is over the first goes alone, and behind it as many as
 * its answer says are left in the window; the others wait for the next one.
 */
export class Turnstile {
  readonly #wait: typeof wait
  #line: ((isFirst: boolean) => void)[] = []
  #isClosed = false
  #hasFirst = false
  #opensAt = 0

  constructor(by: typeof wait) {
    this.#wait = by
  }

  /** Sends a call as often as it takes, and tells the last outcome. @throws the reason of `signal`, also while waiting */
  async pass<Result extends Outcome>(send: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    let isFirst = this.#isClosed && (await this.#takePlace(signal))
    try {
      for (let waits = 0; ; waits++) {
        if (isFirst) {
          await this.#wait(Math.max(0, this.#opensAt - performance.now()) / 1_000, signal)
        }
        const outcome = await send()
        if (outcome.refusedFor === undefined) {
          if (isFirst) this.#letFollow(outcome.burst)
          return outcome
        }
        this.#isClosed = true
        this.#openIn(outcome.refusedFor)
        if (waits === MOST_WAITS) {
          return outcome
        }
        isFirst ||= await this.#takePlace(signal)
      }
    } finally {
      if (isFirst) this.#nextIsFirst()
    }
  }

  /** Resolves to true when the call is the first, and to false when it may follow without waiting. */
  #takePlace(signal?: AbortSignal): Promise<boolean> | true {
    if (!this.#hasFirst) {
      this.#hasFirst = true
      return true
    }
    return new Promise((resolve, reject) => {
      const go = (isFirst: boolean): void => {
        signal?.removeEventListener('abort', leave)
        resolve(isFirst)
      }
      const leave = (): void => {
        this.#line = this.#line.filter((other) => other !== go)
        reject(signal?.reason)
      }
      this.#line.push(go)
      signal?.addEventListener('abort', leave, { once: true })
      if (signal?.aborted) leave()
    })
  }

  /** Where nothing is told of the burst, one after the other goes alone. */
  #letFollow({ remaining, resetSeconds }: Pick<Limit, 'remaining' | 'resetSeconds'> = NOT_TOLD): void {
    for (const go of this.#line.splice(0, remaining)) go(false)
    this.#isClosed = this.#line.length > 0
    this.#openIn(Math.min(resetSeconds, LONGEST_WAIT_SECONDS))
  }

  #openIn(seconds: number): void {
    this.#opensAt = performance.now() + seconds * 1_000
  }

  #nextIsFirst(): void {
    const go = this.#line.shift()
    this.#hasFirst = go !== undefined
    go?.(true)
  }
}
