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

/** The number of standard deviations within which 95 % of a normal distribution lie. */
const Z = 1.959_964

/**
 * Returns the 95 % confidence interval of a share by Wilson's method without continuity correction (E. B. Wilson, 1927;
 * method 3 of R. G. Newcombe, Statistics in Medicine 17, 1998).
 */
export function wilsonInterval(found: number, all: number): [from: number, to: number] {
  const share = found / all
  const middle = share + Z ** 2 / (2 * all)
  const half = Z * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2))
  const bounded = (value: number): number => Math.min(1, Math.max(0, value / (1 + Z ** 2 / all)))
  return [bounded(middle - half), bounded(middle + half)]
}
