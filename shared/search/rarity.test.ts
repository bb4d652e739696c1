import { expect, test } from 'vitest'
import { MAX_COUNTED, rarity } from './rarity.ts'

test.each([
  [undefined, 1],
  [0, 1],
  [1, 1],
  [10, 1 / 2],
  [100, 1 / 3],
  [MAX_COUNTED, 1 / 4],
])('the rarity of a word in %s marks is %s', (marks, weight) => {
  expect(rarity(new Map(marks === undefined ? [] : [['casa', marks]]), 'casa')).toBe(weight)
})
