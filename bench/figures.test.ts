import { expect, test } from 'vitest'
import { wilsonInterval } from './figures.ts'

// The examples of Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the interval of %d of %d is from %d to %d', (found, all, from, to) => {
  expect(wilsonInterval(found, all).map((bound) => Number(bound.toFixed(4)))).toEqual([from, to])
})
