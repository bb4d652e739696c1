/** Something that was measured at a time, in milliseconds. */
export interface Sample {
  readonly atMs: number
  readonly value: number
}

/** A straight line through samples. */
export interface Line {
  /** How much the value grows in an hour; below 0 where it shrinks. */
  readonly perHour: number
  valueAt(atMs: number): number
}

const HOUR_MS = 3_600_000

/**
 * The line that lies nearest to the samples, by least squares. What goes up and down in between, as memory does from one
 * collection of garbage to the next, hardly moves it where there are many of them.
 *
 * @throws Error where the samples are not of two times at least
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

/** The samples, in the order of their times, behind the first `share` of the time that they span. */
export function behindWarmUp(samples: readonly Sample[], share: number): Sample[] {
  const [first, last] = [samples[0]?.atMs ?? 0, samples.at(-1)?.atMs ?? 0]
  return samples.filter(({ atMs }) => atMs >= first + share * (last - first))
}

/** How a value went from the beginning of its line to the end of it. */
export interface Course {
  readonly first: number
  readonly last: number
  readonly perHour: number
  /** The growth as a share of the first value: 0.1 means 10 % more. */
  readonly growth: number
}

/** The course of samples in the order of their times. @throws Error where they are not of two times at least */
export function courseOf(samples: readonly Sample[]): Course {
  const { perHour, valueAt } = lineThrough(samples)
  const [first, last] = [valueAt(samples[0]?.atMs ?? 0), valueAt(samples.at(-1)?.atMs ?? 0)]
  return { first, last, perHour, growth: (last - first) / first }
}
