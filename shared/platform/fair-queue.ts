import { ApiError } from './errors.ts'

/** The limits of a queue. A share is a group of calls that compete with other groups, such as the calls of one key. */
export interface FairQueueLimits {
  /** The maximum number of calls in progress, of all shares together. */
  inProgress: number
  /** The maximum number of calls in progress of one share. */
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

/** The seconds after which a refused caller may try again. */
const RETRY_AFTER = 1

/**
 * Limits the number of calls in progress. Shares with waiting calls are served in turn, no matter how many calls a share has.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  /** The shares that have a call in progress or waiting. The share that was served last is at the end. */
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

  /**
   * Resolves when the call may begin. The queue does not limit the number of waiting calls. An immediate refusal would cost
   * more than a waiting call, because the client could send the next call at once.
   */
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

  /** Starts waiting calls, one call of each share in turn. */
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
        // Moves the share to the end of the map, so that this loop and later loops serve it after all other shares.
        this.#shares.delete(name)
        this.#shares.set(name, share)
        next.start()
      }
    }
  }
}

const overloaded = (): ApiError => new ApiError('overloaded', { retryAfter: RETRY_AFTER })
