const SWEEP_MS = 1_000

/** The TLS handshakes that one client may begin. */
export interface HandshakeLimits {
  /** The maximum number of handshakes that a client may begin in quick succession, after a pause. */
  burst: number
  /** The maximum average number of handshakes per second. */
  perSecond: number
}

/**
 * Limits the TLS handshakes of each client. A handshake takes about a millisecond of processor time. Without a limit, a flood
 * of connections from one client delays the requests of all other clients.
 */
export class HandshakeRate {
  readonly #intervalMs: number
  readonly #burstMs: number
  /** For each client, the time from which the client may begin a full burst again. */
  readonly #wholeAt = new Map<string, number>()
  #sweptAt = 0

  constructor({ burst, perSecond }: HandshakeLimits) {
    this.#intervalMs = 1_000 / perSecond
    this.#burstMs = burst * this.#intervalMs
  }

  /** Returns whether a handshake may begin, and counts it if so. */
  admits(client: string, nowMs = performance.now()): boolean {
    this.#forgetRested(nowMs)
    const wholeAt = Math.max(nowMs, this.#wholeAt.get(client) ?? 0) + this.#intervalMs
    const isWithin = wholeAt <= nowMs + this.#burstMs
    if (isWithin) {
      this.#wholeAt.set(client, wholeAt)
    }
    return isWithin
  }

  /** The number of clients in memory. */
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
