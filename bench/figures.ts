/** Returns the median. @throws for an empty list */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]] as const
  if (middle[0] === undefined || middle[1] === undefined) {
    throw new Error('the median of nothing')
  }
  return (middle[0] + middle[1]) / 2
}

/** The percentiles of the times of many requests, in milliseconds. */
export interface Spread {
  p50: number
  p95: number
  p99: number
  slowest: number
}

/** Returns percentiles by the nearest-rank method, so that each is a measured time. @throws for an empty list */
export function spread(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const slowest = sorted.at(-1)
  if (slowest === undefined) {
    throw new Error('the spread of nothing')
  }
  const percentile = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? slowest
  return { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99), slowest }
}

/** Returns the median of each percentile over several rounds, and the time of the slowest request of all rounds. */
export function spreadOfRounds(rounds: readonly (readonly number[])[]): Spread {
  const spreads = rounds.map(spread)
  const middle = (figure: keyof Spread): number => median(spreads.map((each) => each[figure]))
  return {
    p50: middle('p50'),
    p95: middle('p95'),
    p99: middle('p99'),
    slowest: Math.max(...spreads.map(({ slowest }) => slowest)),
  }
}
