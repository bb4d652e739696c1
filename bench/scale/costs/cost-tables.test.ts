import { expect, test } from '@jest/globals'
import { MADE_UP } from '../testing/made-up-figures.ts'
import { breakEvenTable, cheaperText, costedCorpus } from './cost-tables.ts'

test.each([
  ['at no rate that the machine bears', undefined],
  ['at every rate that the machine bears', { from: 0, to: 80 }],
  ['up to 1.25 a second', { from: 0, to: 1.25 }],
  ['from 1.25 a second on', { from: 1.25, to: 80 }],
  ['from 1.25 to 2.50 a second', { from: 1.25, to: 2.5 }],
])('rates are told in words: %s', (words, rates) => {
  expect(cheaperText(rates, 80)).toBe(words)
})

test('what a machine does not bear is not compared with it', () => {
  const half = MADE_UP.curves.map((row) => ({ ...row, requestsPerSecond: row.requestsPerSecond / 2 }))
  const [, first] = breakEvenTable({ ...MADE_UP, curves: half }).lines
  expect(first?.[1]).toBe('41.7')
  expect(first?.slice(-2)).toEqual(['$297.23', '(b)']) // 50 a second on average are more
})

test('a size of which not all is measured is not reckoned with', () => {
  const without = MADE_UP.work.filter(({ marks }) => marks !== 1_000_000)
  expect(costedCorpus({ ...MADE_UP, work: without }).marks).toBe(10_000_000)
  expect(() => costedCorpus({ ...MADE_UP, work: [] })).toThrow('no size of corpus')
})
