import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { signTest, wilsonInterval } from './intervals.ts'
import { PAGE, renderStored } from './page.ts'

test('docs/search.md equals the page that npm run search-page renders from the stored figures', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(renderStored())
})

// The examples of Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the interval of %d of %d is from %d to %d', (found, all, from, to) => {
  expect(wilsonInterval(found, all).map((bound) => Number(bound.toFixed(4)))).toEqual([from, to])
})

test('the sign test of 10 to 1 has a low p-value, and of 3 to 3 a p-value of 1', () => {
  expect(signTest(10, 1)).toBeCloseTo((2 * 12) / 2 ** 11, 10)
  expect(signTest(3, 3)).toBe(1)
})
