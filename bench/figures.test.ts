import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { median, spread, spreadOfRounds } from './figures.ts'

const times = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 300 })

describe('the median', () => {
  test.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[4, 1, 2, 100], 3],
  ])('of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle)
  })

  test('of nothing is none', () => {
    expect(() => median([])).toThrow('the median of nothing')
  })
})

describe('a spread', () => {
  test('names the times that so many of a hundred do not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, place) => 100 - place)
    expect(spread(hundred)).toEqual({ p50: 50, p95: 95, p99: 99, slowest: 100 })
  })

  test('is made of times that were measured, whose share lies at or below them', () => {
    fc.assert(
      fc.property(times, (measured) => {
        const { p50, p95, p99, slowest } = spread(measured)
        for (const [figure, share] of [
          [p50, 0.5],
          [p95, 0.95],
          [p99, 0.99],
          [slowest, 1],
        ] as const) {
          expect(measured).toContain(figure)
          expect(measured.filter((time) => time <= figure).length).toBeGreaterThanOrEqual(
            measured.length * share,
          )
          expect(measured.filter((time) => time < figure).length).toBeLessThan(measured.length * share)
        }
      }),
    )
  })

  test('of nothing is none', () => {
    expect(() => spread([])).toThrow('the spread of nothing')
  })

  test('of several rounds is the median of each figure, and the slowest of all', () => {
    const rounds = [
      [1, 2, 900],
      [3, 4, 5],
      [5, 6, 7],
    ]
    expect(spreadOfRounds(rounds)).toEqual({ p50: 4, p95: 7, p99: 7, slowest: 900 })
  })
})
