import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { drawChart, levelsUpTo } from './chart.ts'

const series = [
  {
    name: 'ours',
    points: [
      { marks: 200_000, ms: 10 },
      { marks: 2_000_000, ms: 20.25 },
    ],
  },
  {
    name: 'textbook <&>',
    points: [
      { marks: 200_000, ms: 50 },
      { marks: 2_000_000, ms: 400 },
    ],
  },
]
interface Point {
  x: number
  y: number
}

const circles = (svg = ''): Point[] =>
  [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }))

describe('the chart', () => {
  const svg = drawChart(series)

  test('has a point for each size of each way, told in figures', () => {
    expect(circles(svg).length).toBe(4)
    for (const words of ['>10.0<', '>20.3<', '>50.0<', '>400<', '>200,000<', '>2,000,000<', '>ours<']) {
      expect(svg).toContain(words)
    }
    expect(svg).toContain('textbook &lt;&amp;&gt;')
  })

  test('goes to the right with the marks and up with the time', () => {
    const [small, large, peerSmall, peerLarge] = circles(svg) as [Point, Point, Point, Point]
    expect(small.x).toBeLessThan(large.x)
    expect([peerSmall.x, peerLarge.x]).toEqual([small.x, large.x])
    expect([small.y, large.y, peerSmall.y, peerLarge.y]).toEqual(
      [small.y, large.y, peerSmall.y, peerLarge.y].sort((a, b) => b - a),
    )
  })

  test('puts sizes as far apart as their logarithms are', () => {
    const points = [1_000, 10_000, 100_000].map((marks) => ({ marks, ms: 1 }))
    const [a, b, c] = circles(drawChart([{ name: 'ours', points }])) as [Point, Point, Point]
    expect(c.x - b.x).toBeCloseTo(b.x - a.x, 1)
  })

  test('is drawn of a single size, and not of none', () => {
    const [point] = circles(drawChart([{ name: 'ours', points: [{ marks: 5, ms: 0 }] }]))
    expect(point).toEqual({ x: expect.any(Number), y: expect.any(Number) })
    expect([drawChart([]), drawChart([{ name: 'ours', points: [] }])]).toEqual([undefined, undefined])
  })
})

describe('the levels', () => {
  test.each([
    [20, [0, 5, 10, 15, 20]],
    [0.2, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [481, [0, 100, 200, 300, 400, 500]],
  ])('up to %d are %j', (highest, levels) => {
    expect(levelsUpTo(highest)).toEqual(levels)
  })

  test('are few, even, and reach what is highest', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 100_000, noNaN: true }), (highest) => {
        const levels = levelsUpTo(highest)
        const [zero, step = 0] = levels
        expect(zero).toBe(0)
        expect(levels.length).toBeLessThanOrEqual(8)
        expect(levels.at(-1)).toBeGreaterThanOrEqual(highest)
        levels.forEach((level, place) => {
          expect(level).toBeCloseTo(place * step, 1)
        })
      }),
    )
  })
})
