import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

test('a memoized function returns the same results, and computes short texts once, up to a number of texts', () => {
  const asked: string[] = []
  const read = memoize((text) => {
    asked.push(text)
    return text === 'none' ? undefined : text.length
  }, 2)
  const long = 'x'.repeat(101)
  const texts = ['none', long, 'ab', 'abc', 'none', long, 'ab', 'abc']
  expect(texts.map(read)).toEqual([undefined, 101, 2, 3, undefined, 101, 2, 3])
  expect(asked).toEqual(['none', long, 'ab', 'abc', long, 'abc'])
})
