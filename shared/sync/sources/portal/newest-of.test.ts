import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { newestOf } from './newest-of.ts'

test.each([
  ['nothing was listed', '1500000', [], '1500000'],
  ['they follow each other', '1500000', ['1500001', '1500007', '1509000'], '1509000'],
  ['the last one is far beyond', '1500000', ['1500001', '99999999'], '1500001'],
  ['so are the last two, each by itself', '1500000', ['1500001', '5000000', '99999999'], '1500001'],
  ['it is the only one', '1500000', ['99999999'], '1500000'],
  ['the register goes on elsewhere', '1500000', ['2000000', '2000001'], '2000001'],
  ['one far beyond is followed by the rest', '0', ['7', '90000', '130000', '135000'], '135000'],
  ['the oldest lie far apart', '0', ['90000'], '90000'],
])('the next run goes on behind the highest number that is among others: %s', (_, after, listed, newest) => {
  expect(newestOf(after, listed)).toBe(newest)
})

test('it never goes back, and never anywhere that was not listed', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 3_000_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(numbers, (drawn) => {
      const [after, ...listed] = drawn.sort((one, other) => one - other).map(String)
      const newest = newestOf(after ?? '0', listed)
      expect([after, ...listed]).toContain(newest)
      expect(Number(newest)).toBeGreaterThanOrEqual(Number(after))
    }),
  )
})
