const SWEEP_MS = 1_000

/** The TLS handshakes that one client may begin. */
export interface HandshakeLimits {
  /** The maximum number of handshakes at once, after a pause. */
  burst: number
  /** The maximum average rate. */
  perSecond: number
}

/**
 * Limits the TLS handshakes of each client. A handshake takes about a millisecond of processor time, and a client can begin
 * the next one at once: without a limit, a flood of connections delays the requests of all others.
 */
export class HandshakeRate {
  readonly #intervalMs: number
  readonly #burstMs: number
  /** The time at which each client has its whole burst again. */
  readonly #wholeAt = new Map<string, number>()
  #sweptAt = 0

  constructor({ burst, perSecond }: HandshakeLimits) {
    this.#intervalMs = 1_000 / perSecond
    this.#burstMs = burst * this.#intervalMs
  }

  /** Counts a handshake, and returns whether it may begin. */
  admits(client: string, nowMs = performance.now()): boolean {
    this.#forgetRested(nowMs)
    const wholeAt = Math.max(nowMs, this.#wholeAt.get(client) ?? 0) + this.#intervalMs
    const isWithin = wholeAt <= nowMs + this.#burstMs
    if (isWithin) {
      this.#wholeAt.set(client, wholeAt)
    }
    return isWithin
  }

  /** The number of clients that are remembered. */
  get size(): number {
    return this.#wholeAt.size
  }

  #forgetRested(nowMs: number): void {
    if (nowMs < this.#sweptAt + SWEEP_MS) {
      return
    }
    this.#sweptAt = nowMs
    for (const [client, wholeAt] of this.#wholeAt) {
      if (wholeAt <= nowMs) this.#wholeAt.delete(client)
    }
  }
}
