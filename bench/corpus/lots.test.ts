import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { lots, ranks, zipf } from './lots.ts'
import { dice } from './random.ts'

/** Dice that throw one number over and over. */
const loaded = (fraction: number) => ({ ...dice(1), fraction: () => fraction })
const LAST = 1 - 2 ** -32
const fraction = fc.double({ min: 0, max: LAST, noNaN: true })

function tally<Thing>(draw: () => Thing, times: number): Map<Thing, number> {
  const drawn = new Map<Thing, number>()
  for (let time = 0; time < times; time++) {
    const thing = draw()
    drawn.set(thing, (drawn.get(thing) ?? 0) + 1)
  }
  return drawn
}

describe('lots', () => {
  test('come up as often as they weigh', () => {
    const draw = lots([
      ['one', 1],
      ['three', 3],
      ['six', 6],
    ])
    const chances = dice(2)
    const drawn = tally(() => draw(chances), 50_000)
    expect((drawn.get('one') ?? 0) / 50_000).toBeCloseTo(0.1, 2)
    expect((drawn.get('three') ?? 0) / 50_000).toBeCloseTo(0.3, 1)
    expect((drawn.get('six') ?? 0) / 50_000).toBeCloseTo(0.6, 1)
  })

  test('without weight never come up, wherever they stand', () => {
    const draw = lots([
      ['never', 0],
      ['always', 1],
      ['nor this', 0],
    ])
    fc.assert(fc.property(fraction, (thrown) => expect(draw(loaded(thrown))).toBe('always')))
  })
})

test('of words by Zipf the first are the most frequent', () => {
  const draw = zipf(Array.from({ length: 200 }, (_, place) => String(place)))
  const chances = dice(3)
  const drawn = tally(() => draw(chances), 100_000)
  expect(drawn.get('0')).toBeGreaterThan(drawn.get('20') ?? 0)
  expect(drawn.get('20')).toBeGreaterThan(drawn.get('190') ?? 0)
})

describe('ranks', () => {
  test('lie between 0 and their number, whatever is thrown', () => {
    const size = fc.integer({ min: 1, max: 5_000_000 })
    fc.assert(
      fc.property(size, fc.integer({ min: 1, max: 1_000 }), fraction, (most, held, thrown) => {
        const rank = ranks(most, held)(loaded(thrown))
        expect(Number.isInteger(rank) && rank >= 0 && rank < most).toBe(true)
      }),
    )
    expect(ranks(10, 5)(loaded(0))).toBe(0)
    expect(ranks(10, 5)(loaded(LAST))).toBe(9)
  })

  test('half as often come up twice as far, those held back counted in', () => {
    const draw = ranks(100_000, 10)
    const chances = dice(4)
    const drawn = tally(() => draw(chances), 400_000)
    expect((drawn.get(0) ?? 0) / (drawn.get(10) ?? 1)).toBeCloseTo(2, 0)
  })
})
