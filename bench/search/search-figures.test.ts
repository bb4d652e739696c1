import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Asked } from './ask-queries.ts'
import type { Kind } from './kinds.ts'
import { isFound, kindFigures, kindsTable, percentile } from './search-figures.ts'

const asked = (kind: Kind, ours: number, rank: number | null, wanted: string | null = 'a'): Asked => ({
  query: { kind, q: 'a', wanted, filters: {} },
  answers: { ours: { ms: ours, rank, hits: 1 }, textbook: { ms: ours * 10, rank: null, hits: 0 } },
})
const some = [
  asked('identical', 1, 1),
  asked('identical', 2, 2),
  asked('identical', 3, 1),
  asked('identical', 4, null),
  asked('no hit', 9, null, null),
]

describe('figures', () => {
  const [identical, nonsense, mixed] = kindFigures(some)

  test('tell each kind by itself', () => {
    expect(identical).toMatchObject({
      kind: 'identical',
      queries: 4,
      ways: { ours: { found: 2, p50: 2, p95: 4, slowest: 4, failed: 0 }, textbook: { found: 0, p50: 20 } },
    })
    expect(nonsense).toMatchObject({ kind: 'no hit', queries: 1, ways: { ours: { found: null, p50: 9 } } })
  })

  test('count every kind the same in the mixture, however many queries it has', () => {
    expect(mixed).toMatchObject({ kind: 'mixed', queries: 5, ways: { ours: { p50: 4, p95: 9, slowest: 9 } } })
  })

  test('of nothing are none', () => {
    expect(kindFigures([])).toEqual([])
    expect(() => percentile([], 0.5)).toThrow('the percentile of nothing')
  })

  test('are a table in which what wants no name is found nowhere', () => {
    expect(kindsTable('5 marks', kindFigures(some)).lines.map((line) => line.slice(0, 6))).toEqual([
      ['5 marks', 'queries', 'found: ours', 'textbook', 'p50 ms: ours', 'textbook'],
      ['identical', '4', '50.0 %', '0.0 %', '2.0', '20.0'],
      ['no hit', '1', '-', '-', '9.0', '90.0'],
      ['mixed', '5', '-', '-', '4.0', '40.0'],
    ])
  })
})

test('an identical name is found as the first, any other among the hits', () => {
  expect([1, 2, null].map((rank) => isFound('identical', { rank }))).toEqual([true, false, false])
  expect([1, 20, null].map((rank) => isFound('one error', { rank }))).toEqual([true, true, false])
})

test('with equal weights a percentile is the nearest rank', () => {
  const times = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.95, 1), fc.constantFrom(1, 1 / 3), (all, share, weight) => {
      const sorted = all.toSorted((a, b) => a - b)
      const nearest = sorted[Math.ceil(all.length * share - 1e-9) - 1]
      expect(
        percentile(
          all.map((ms) => ({ ms, weight })),
          share,
        ),
      ).toBe(nearest)
    }),
  )
})
