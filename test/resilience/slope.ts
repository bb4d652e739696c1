/** A value measured at a time in milliseconds. */
export interface Sample {
  readonly atMs: number
  readonly value: number
}

/** A straight line through samples. */
export interface Line {
  /** The growth of the value per hour; negative if it shrinks. */
  readonly perHour: number
  valueAt(atMs: number): number
}

const HOUR_MS = 3_600_000

/**
 * Returns the least-squares line through the samples. With many samples, fluctuations such as those of memory between two
 * garbage collections hardly affect it.
 *
 * @throws Error if the samples have fewer than two different times
 */
export function lineThrough(samples: readonly Sample[]): Line {
  const middle = {
    atMs: mean(samples.map(({ atMs }) => atMs)),
    value: mean(samples.map(({ value }) => value)),
  }
  let together = 0
  let times = 0
  for (const { atMs, value } of samples) {
    together += (atMs - middle.atMs) * (value - middle.value)
    times += (atMs - middle.atMs) ** 2
  }
  if (samples.length < 2 || times === 0) {
    throw new Error('a line needs samples of two times at least')
  }
  const perMs = together / times
  return { perHour: perMs * HOUR_MS, valueAt: (atMs) => middle.value + perMs * (atMs - middle.atMs) }
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value / values.length, 0)

/** Returns the samples after the first `share` of the time that they span. They must be in the order of their times. */
export function behindWarmUp(samples: readonly Sample[], share: number): Sample[] {
  const [first, last] = [samples[0]?.atMs ?? 0, samples.at(-1)?.atMs ?? 0]
  return samples.filter(({ atMs }) => atMs >= first + share * (last - first))
}

/** The values of a line at its beginning and at its end. */
export interface Course {
  readonly first: number
  readonly last: number
  readonly perHour: number
  /** The growth as a share of the first value: 0.1 means 10 % more. */
  readonly growth: number
}

/** Returns the course of samples in the order of their times. @throws Error if they have fewer than two different times */
export function courseOf(samples: readonly Sample[]): Course {
  const { perHour, valueAt } = lineThrough(samples)
  const [first, last] = [valueAt(samples[0]?.atMs ?? 0), valueAt(samples.at(-1)?.atMs ?? 0)]
  return { first, last, perHour, growth: (last - first) / first }
}

/** A slope and its 95 % confidence interval, in units of the value per hour. */
export interface Interval {
  readonly perHour: number
  readonly from: number
  readonly to: number
}

/** The 97.5 % quantiles of Student's t distribution for 1 to 30 degrees of freedom (NIST/SEMATECH e-Handbook, 1.3.6.7.2). */
const T_975 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
]

/** Divides the time into `spans` equal spans, and returns the mean of the samples in each; omits spans without a sample. */
export function meansOver(samples: readonly Sample[], spans: number): Sample[] {
  const [first, last] = [samples[0]?.atMs ?? 0, samples.at(-1)?.atMs ?? 0]
  const spanMs = (last - first) / spans
  return Array.from({ length: spans }, (_, span) => {
    const within = samples.filter(
      ({ atMs }) => Math.min(Math.floor((atMs - first) / spanMs), spans - 1) === span,
    )
    return {
      atMs: mean(within.map(({ atMs }) => atMs)),
      value: mean(within.map(({ value }) => value)),
      within,
    }
  }).flatMap(({ within, ...sample }) => (within.length === 0 ? [] : [sample]))
}

/**
 * Returns the slope, with its interval, of the line through the means of `spans` spans of time. Consecutive samples are
 * correlated, such as memory between two garbage collections; means of long spans are independent enough for an interval.
 *
 * @throws Error if fewer than three spans have samples
 */
export function slopeInterval(samples: readonly Sample[], spans: number): Interval {
  const means = meansOver(samples, spans)
  const freedom = means.length - 2
  const quantile = T_975[Math.min(freedom, T_975.length) - 1]
  if (quantile === undefined) {
    throw new Error('an interval needs samples of three spans at least')
  }
  const { perHour, valueAt } = lineThrough(means)
  const middle = mean(means.map(({ atMs }) => atMs))
  const residuals = means.reduce((sum, { atMs, value }) => sum + (value - valueAt(atMs)) ** 2, 0)
  const times = means.reduce((sum, { atMs }) => sum + (atMs - middle) ** 2, 0)
  const either = quantile * Math.sqrt(residuals / freedom / times) * HOUR_MS
  return { perHour, from: perHour - either, to: perHour + either }
}
