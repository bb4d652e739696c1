import { ApiError } from './errors.ts'

/** The limits of a queue. */
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

/** When a refused caller may try again, in seconds. */
const RETRY_AFTER = 1

/**
 * Bounds the calls in progress, and divides them fairly between shares, such as keys or client addresses: the shares whose
 * calls wait are served in turn, however many calls one of them has.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits
  /** The shares with a call in progress or waiting; the share that was served last is the last one. */
  readonly #shares = new Map<string, Share>()
  #inProgress = 0
  #waiting = 0

  constructor(limits: FairQueueLimits) {
    this.#limits = limits
  }

  /**
   * Runs a call of a share when its turn has come.
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
   * Resolves when the call may begin. The queue does not limit the number of waiting calls; only the connections of the server
   * do. A client that is refused at once could send its next call at once, which costs more than a call that waits.
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

  /** Begins waiting calls, one of each share in turn. */
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
        // Moves the share to the end of the map, so that this loop and later ones serve it after all others.
        this.#shares.delete(name)
        this.#shares.set(name, share)
        next.start()
      }
    }
  }
}

const overloaded = (): ApiError => new ApiError('overloaded', { retryAfter: RETRY_AFTER })
