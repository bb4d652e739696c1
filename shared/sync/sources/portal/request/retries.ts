import { setTimeout as wait } from 'node:timers/promises'
import pRetry, { type RetryContext } from 'p-retry'
import type { SyncError } from '../../../sync-error.ts'

export interface RetryPolicy {
  /** The maximum number of attempts after the first. */
  times: number
  /** Milliseconds before the first retry. Each later pause is about twice as long as the previous pause. */
  minMs: number
  /** The longest pause in milliseconds. */
  maxMs: number
}

export const DEFAULT_RETRIES: Readonly<RetryPolicy> = { times: 3, minMs: 5_000, maxMs: 2 * 60_000 }

/** An error after which another attempt may succeed. */
export class TransientError extends Error {
  readonly failure: SyncError
  /** The `Retry-After` of the response in milliseconds; 0 if there is none. */
  readonly retryAfterMs: number

  constructor(failure: SyncError, retryAfterMs = 0) {
    super(failure.message)
    this.failure = failure
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Repeats an attempt while it throws `TransientError`, at most `times` times. Stops earlier if a `Retry-After` exceeds
 * `maxMs`.
 *
 * @throws the `failure` of the last `TransientError`, any other error at once, or the abort reason
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  { times, minMs, maxMs }: RetryPolicy,
  signal: AbortSignal,
): Promise<Result> {
  const isRetriable = ({ error, retriesLeft }: Pick<RetryContext, 'error' | 'retriesLeft'>) =>
    error instanceof TransientError && retriesLeft > 0 && error.retryAfterMs <= maxMs
  try {
    return await pRetry(attempt, {
      retries: times,
      minTimeout: minMs,
      maxTimeout: maxMs,
      randomize: true,
      signal,
      onFailedAttempt: (context) => (isRetriable(context) ? waitForRetryAfter(context, signal) : undefined),
      shouldRetry: isRetriable,
    })
  } catch (error) {
    throw error instanceof TransientError ? error.failure : error
  }
}

/** Waits for the part of `Retry-After` that exceeds `retryDelay`. Afterwards, p-retry waits `retryDelay`. */
async function waitForRetryAfter({ error, retryDelay }: RetryContext, signal: AbortSignal): Promise<void> {
  const ms = error instanceof TransientError ? error.retryAfterMs - retryDelay : 0
  if (ms > 0) {
    await wait(ms, undefined, { signal }).catch(() => {}) // p-retry throws the abort reason
  }
}

const SECONDS = /^\d{1,9}$/

/** Returns the milliseconds that a `Retry-After` header demands; 0 if the header is absent or invalid. */
export function parseRetryAfter(header: string | undefined, now: number): number {
  const text = header?.trim() ?? ''
  const ms = SECONDS.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(ms) ? 0 : Math.max(0, ms)
}
