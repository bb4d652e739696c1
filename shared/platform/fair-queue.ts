import { ApiError } from './errors.ts'

/** The limits of a queue. A share is a group of calls, such as the calls of one key. */
export interface FairQueueLimits {
  inProgress: number
  inProgressPerShare: number
  /** Milliseconds after which a waiting call is refused. */
  longestWait: number
}

interface Share {
  inProgress: number
  waiting: Waiting[]
}

interface Waiting {
  start(): void
  refuse(error: ApiError): void
  timer: NodeJS.Timeout
}

/** Seconds. */
const RETRY_AFTER = 1

/** Limits the number of calls in progress. Shares with waiting calls are served in turn. */
export class FairQueue {
  readonly #limits: FairQueueLimits
  /** The shares with calls, in the order of their next turns. */
  readonly #shares = new Map<string, Share>()
  #inProgress = 0
  #waiting = 0

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /**
   * Runs a call of the share `name` as soon as the limits allow the call.
   *
   * @throws overloaded when the call has waited for too long
   */
  async run<Result>(name: string, call: () => Promise<Result>): Promise<Result> {
    const share = this.#shares.get(name) ?? { inProgress: 0, waiting: [] }
    this.#shares.set(name, share)
    try {
      await this.#begin(share)
      try {
        return await call()
      } finally {
        this.#end(share)
      }
    } finally {
      if (share.inProgress === 0 && share.waiting.length === 0) {
        this.#shares.delete(name)
      }
    }
  }

  #begin(share: Share): Promise<void> | undefined {
    if (share.waiting.length > 0 || !this.#mayStart(share)) {
      return this.#wait(share)
    }
    this.#count(share, 1)
  }

  #end(share: Share): void {
    this.#count(share, -1)
    this.#startWaiting()
  }

  #mayStart(share: Share): boolean {
    return this.#inProgress < this.#limits.inProgress && share.inProgress < this.#limits.inProgressPerShare
  }

  #count(share: Share, change: 1 | -1): void {
    share.inProgress += change
    this.#inProgress += change
  }

  /** Does not limit the number of waiting calls: a client that waits sends fewer calls than a client that retries. */
  #wait(share: Share): Promise<void> {
    return new Promise((start, refuse) => {
      const timer = setTimeout(() => this.#giveUp(share, waiting), this.#limits.longestWait).unref()
      const waiting: Waiting = { start, refuse, timer }
      share.waiting.push(waiting)
      this.#waiting += 1
    })
  }

  #giveUp(share: Share, waiting: Waiting): void {
    share.waiting = share.waiting.filter((each) => each !== waiting)
    this.#waiting -= 1
    waiting.refuse(overloaded())
  }

  #startWaiting(): void {
    for (const [name, share] of this.#waiting === 0 ? [] : this.#shares) {
      if (this.#inProgress >= this.#limits.inProgress) {
        return
      }
      const next = this.#mayStart(share) ? share.waiting.shift() : undefined
      if (next) {
        this.#waiting -= 1
        clearTimeout(next.timer)
        this.#count(share, 1)
        // Moves the share to the end of the map: all other shares are served first.
        this.#shares.delete(name)
        this.#shares.set(name, share)
        next.start()
      }
    }
  }
}

const overloaded = (): ApiError => new ApiError('overloaded', { retryAfter: RETRY_AFTER })
