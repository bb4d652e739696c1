import { setTimeout as wait } from 'node:timers/promises'
import pRetry, { type RetryContext } from 'p-retry'
import type { SyncError } from '../../../sync-error.ts'

/** How often a request is repeated that may pass the next time, and after which pauses. */
export interface Retries {
  /** Besides the first time. */
  times: number
  /** Milliseconds before the first of them; each pause is about twice the one before. */
  minMs: number
  /** Milliseconds that no pause is longer than. */
  maxMs: number
}

export const RETRIES: Readonly<Retries> = { times: 3, minMs: 5_000, maxMs: 2 * 60_000 }

/** A failure that may be over in a moment. */
export class Passing extends Error {
  readonly failure: SyncError
  /** Milliseconds that the source asks to be left alone for. */
  readonly leaveAloneMs: number

  constructor(failure: SyncError, leaveAloneMs = 0) {
    super(failure.message)
    this.failure = failure
    this.leaveAloneMs = leaveAloneMs
  }
}

/**
 * Does something again for as long as it throws `Passing`, at most so many times, with pauses that grow and are never
 * the same twice. A source that asks for a longer pause than the longest is not asked again.
 *
 * @throws what stands behind the last `Passing`, whatever else was thrown, or at once the reason of the signal
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  { times, minMs, maxMs }: Retries,
  signal: AbortSignal,
): Promise<Result> {
  const isWorthIt = ({ error, retriesLeft }: Pick<RetryContext, 'error' | 'retriesLeft'>) =>
    error instanceof Passing && retriesLeft > 0 && error.leaveAloneMs <= maxMs
  try {
    return await pRetry(attempt, {
      retries: times,
      minTimeout: minMs,
      maxTimeout: maxMs,
      randomize: true,
      signal,
      onFailedAttempt: (context) => (isWorthIt(context) ? leaveAlone(context, signal) : undefined),
      shouldRetry: isWorthIt,
    })
  } catch (error) {
    throw error instanceof Passing ? error.failure : error
  }
}

/** Waits for what the pause that comes anyway is too short for. An abort ends it, and is then told by p-retry. */
async function leaveAlone({ error, retryDelay }: RetryContext, signal: AbortSignal): Promise<void> {
  const ms = error instanceof Passing ? error.leaveAloneMs - retryDelay : 0
  if (ms > 0) {
    await wait(ms, undefined, { signal }).catch(() => {})
  }
}

const SECONDS = /^\d{1,9}$/

/** What a `Retry-After` asks for, in milliseconds: seconds, or a moment. Zero where it says nothing. */
export function retryAfterMs(header: string | undefined, now: number): number {
  const text = header?.trim() ?? ''
  const ms = SECONDS.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(ms) ? 0 : Math.max(0, ms)
}
