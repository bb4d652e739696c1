/** Where a server stands: in the write-ahead log where it tells, and which state of the corpus it has. */
export interface Place {
  /** In bytes; undefined where the server does not tell. */
  position: number | undefined
  state: number | null
}

/** Where the primary stood, and when, by our own clock, in milliseconds. */
export interface Sample extends Place {
  at: number
}

/** How far a replica lies behind; a lag that can only be told from below may be longer. */
export type Lag = { ms: number; atLeast: boolean }

/**
 * How long ago the primary stood where the replica has come to: since the newest sample whose log it has replayed, and 0
 * where that is the last one. So an idle primary makes nobody look late, and one that the replica has lost nobody in time,
 * whatever the clocks of the two say. Where one of them tells no position, the corpus alone counts: since when the primary
 * has had another state of it.
 *
 * @param samples of the primary, oldest first; the last one from before the replica was asked
 */
export function lagOf(samples: readonly Sample[], replica: Place, now: number): Lag {
  const held = samples.findLastIndex((sample) => holds(replica, sample))
  if (held === samples.length - 1) {
    return { ms: 0, atLeast: false }
  }
  const since = samples[Math.max(0, held)]?.at ?? now
  return { ms: now - since, atLeast: held < 0 }
}

const holds = (replica: Place, sample: Sample): boolean =>
  replica.position === undefined || sample.position === undefined
    ? replica.state === sample.state
    : replica.position >= sample.position
