import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { behindWarmUp, courseOf, lineThrough, meansOver, type Sample, slopeInterval } from './slope.ts'

const MINUTE = 60_000

/** Returns one sample per minute. */
const samplesOf = (...values: number[]): Sample[] => values.map((value, at) => ({ atMs: at * MINUTE, value }))

describe('the line through samples', () => {
  test.each([
    ['is constant', [80, 80, 80, 80], 0],
    ['grows by one a minute', [80, 81, 82, 83], 60],
    ['shrinks by two a minute', [80, 78, 76, 74], -120],
    ['goes up and down around a constant', [80, 90, 90, 80], 0],
    ['jumps in the last sample', [10, 10, 10, 10, 15], 60],
  ])('has the least-squares slope of a value that %s', (_, values, perHour) => {
    expect(lineThrough(samplesOf(...values)).perHour).toBeCloseTo(perHour, 9)
  })

  const time = fc.integer({ min: 0, max: 1_800_000 })
  const times = fc.uniqueArray(time, { minLength: 2, maxLength: 60 })
  const rate = fc.integer({ min: -1_000, max: 1_000 })
  const start = fc.integer({ min: 0, max: 1_000 })

  test('is the line that they were taken from, whatever their times', () => {
    fc.assert(
      fc.property(times, start, rate, (all, first, perHour) => {
        const line = lineThrough(
          all.map((atMs) => ({ atMs, value: first + (perHour * atMs) / (60 * MINUTE) })),
        )
        expect(line.perHour).toBeCloseTo(perHour, 4)
        expect(line.valueAt(0)).toBeCloseTo(first, 4)
      }),
    )
  })

  test('has the least squared distance from them', () => {
    const samples = fc.uniqueArray(fc.record({ atMs: time, value: start }), {
      minLength: 2,
      selector: ({ atMs }) => atMs,
    })
    fc.assert(
      fc.property(samples, start, rate, (all, first, perHour) => {
        const line = lineThrough(all)
        const off = (valueAt: (atMs: number) => number): number =>
          all.reduce((sum, { atMs, value }) => sum + (value - valueAt(atMs)) ** 2, 0)
        const other = (atMs: number): number => first + (perHour * atMs) / (60 * MINUTE)
        expect(off(line.valueAt)).toBeLessThanOrEqual(off(other) + 1e-3)
      }),
    )
  })

  test.each([
    ['no sample', []],
    ['one sample', samplesOf(80)],
    ['two samples of the same time', [...samplesOf(80), ...samplesOf(81)]],
  ])('needs more than %s', (_, samples) => {
    expect(() => lineThrough(samples)).toThrow('two times')
  })
})

test('the samples of a warm-up are left out by time, not by number', () => {
  const samples = [0, 1, 2, 10, 19, 20].map((minute) => ({ atMs: minute * MINUTE, value: minute }))
  expect(behindWarmUp(samples, 0.1).map(({ value }) => value)).toEqual([2, 10, 19, 20])
  expect(behindWarmUp([], 0.1)).toEqual([])
})

test('growth is the increase from the beginning of the line to its end', () => {
  const { growth, ...course } = courseOf(samplesOf(100, 102, 104, 106, 108, 110))
  expect(growth).toBeCloseTo(0.1, 9)
  expect(course).toEqual({ first: 100, last: 110, perHour: 120 })
})

test('means are of equal spans of time, and a span without a sample has no mean', () => {
  const samples = [0, 1, 10, 30, 39, 40].map((minute) => ({ atMs: minute * MINUTE, value: minute }))
  expect(meansOver(samples, 4)).toEqual([
    { atMs: 0.5 * MINUTE, value: 0.5 },
    { atMs: 10 * MINUTE, value: 10 },
    { atMs: (109 / 3) * MINUTE, value: expect.closeTo(109 / 3, 9) },
  ])
})

describe('the interval of a slope', () => {
  test('is the slope plus or minus its standard error times the quantile of t', () => {
    // By hand: slope 0.8 a minute, residuals -0.3, 0.9, -0.9 and 0.3, standard error √(0.9 / 5), t 4.303.
    const { perHour, from, to } = slopeInterval(samplesOf(1, 3, 2, 4), 4)
    expect(perHour).toBeCloseTo(48, 9)
    expect(to - perHour).toBeCloseTo(60 * 4.303 * Math.sqrt(0.18), 9)
    expect(perHour - from).toBeCloseTo(to - perHour, 9)
  })

  test('has no width if the samples are on one line', () => {
    const { from, to } = slopeInterval(samplesOf(1, 2, 3, 4, 5, 6), 6)
    expect([from, to]).toEqual([expect.closeTo(60, 6), expect.closeTo(60, 6)])
  })

  test('needs samples of three spans', () => {
    expect(() => slopeInterval(samplesOf(1, 2), 5)).toThrow('three spans')
  })
})
