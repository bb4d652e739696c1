interface Progress {
  /** The position in the write-ahead log, in bytes; undefined if the server hides the position. */
  position: number | undefined
  /** The state of the corpus (see reached-state.sql). `lagOf` compares states only if a position is undefined. */
  state: number | null
}

/** The progress of the primary. `at` is the time of the sample, from `performance.now()`. */
export interface Sample extends Progress {
  at: number
}

/** If `atLeast` is true, the actual lag may be longer. */
export type Lag = { ms: number; atLeast: boolean }

/**
 * Returns the time since the newest sample that the replica has replayed. Returns 0 if the replica has replayed all
 * samples, so that an idle primary causes no lag.
 *
 * @param samples of the primary, oldest first; the last sample was taken before the replica was queried
 */
export function lagOf(samples: readonly Sample[], replica: Progress, now: number): Lag {
  const replayed = samples.findLastIndex((sample) => hasReplayed(replica, sample))
  if (replayed === samples.length - 1) {
    return { ms: 0, atLeast: false }
  }
  const since = samples[Math.max(0, replayed)]?.at ?? now
  return { ms: now - since, atLeast: replayed < 0 }
}

const hasReplayed = (replica: Progress, sample: Sample): boolean =>
  replica.position === undefined || sample.position === undefined
    ? replica.state === sample.state
    : replica.position >= sample.position
