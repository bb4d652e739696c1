import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newestListed } from './sync-portal.ts'

test.each([
  ['nothing was listed', '1500000', [], '1500000'],
  ['numbers are consecutive', '1500000', ['1500001', '1500007', '1509000'], '1509000'],
  ['the last one is an outlier', '1500000', ['1500001', '99999999'], '1500001'],
  ['the last two are outliers', '1500000', ['1500001', '5000000', '99999999'], '1500001'],
  ['the only one is an outlier', '1500000', ['99999999'], '1500000'],
  ['the register continues after a gap', '1500000', ['2000000', '2000001'], '2000001'],
  ['old numbers have wide gaps', '0', ['7', '90000', '130000', '135000'], '135000'],
  ['a single old number is not an outlier', '0', ['90000'], '90000'],
])(
  'the next run continues after the greatest number that is not an outlier: %s',
  (_, after, listed, newest) => {
    expect(newestListed(after, listed)).toBe(newest)
  },
)

test('the next run continues after the previous number or a listed one, and never before the previous one', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 3_000_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(numbers, (drawn) => {
      const [after, ...listed] = drawn.sort((one, other) => one - other).map(String)
      const newest = newestListed(after ?? '0', listed)
      expect([after, ...listed]).toContain(newest)
      expect(Number(newest)).toBeGreaterThanOrEqual(Number(after))
    }),
  )
})
