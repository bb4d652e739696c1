import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isStopWord } from './stop-words.ts'
import { tokenize } from './tokenize.ts'
import { FULL_SHARE, weightInQuarters, wordShares, wordWeight } from './word-weights.ts'

const names = fc.array(fc.constantFrom('a', 'de', 'la', 'grupo', 'zafiro', 'x', '7', 'b'.repeat(64)), {
  minLength: 1,
  maxLength: 60,
})

describe('the share of a word in a name', () => {
  test.each([
    ['zafiro', [1000]],
    ['coca cola', [500, 500]],
    ['thomson life', [636, 364]],
    ['de la', [500, 500]],
    ['casa de te', [615, 77, 308]],
    ['grupo zafiro', [172, 828]],
    [`a ${'b'.repeat(64)} ${'c'.repeat(64)} ${'d'.repeat(64)} ${'e'.repeat(64)}`, [1, 250, 250, 250, 250]],
  ])('in thousandths, for each word of %s: %j', (name, shares) => {
    expect(wordShares(name.split(' '))).toEqual(shares)
  })

  test('is at least 1, and the shares add up to about 1,000', () => {
    fc.assert(
      fc.property(names, (words) => {
        const shares = wordShares(words)
        const sum = shares.reduce((total, share) => total + share, 0)
        expect(shares.every((share) => Number.isInteger(share) && share >= 1 && share <= FULL_SHARE)).toBe(
          true,
        )
        expect(Math.abs(sum - FULL_SHARE)).toBeLessThanOrEqual(words.length)
      }),
    )
  })

  test('does not exist for a name without words', () => {
    expect(wordShares([])).toEqual([])
  })
})

test('the weight in quarters is an integer, exactly four times the sum of the word weights', () => {
  expect([weightInQuarters([]), weightInQuarters(['a']), weightInQuarters(['de', 'zafiro'])]).toEqual([
    0, 1, 26,
  ])
  fc.assert(
    fc.property(names, (words) => {
      expect(Number.isInteger(weightInQuarters(words))).toBe(true)
      expect(weightInQuarters(words)).toBe(4 * words.map(wordWeight).reduce((sum, weight) => sum + weight, 0))
    }),
  )
})

test('the weight of the longest name fits a smallint', () => {
  for (const sign of ['ﷺ', '㍿', 'ß', '𠮷', '각', 'm']) {
    expect(weightInQuarters(tokenize(sign.repeat(1_000)))).toBeLessThan(2 ** 15)
    expect(weightInQuarters(tokenize(`${sign}${sign} `.repeat(333)))).toBeLessThan(2 ** 15)
  }
})

test.each([
  'de',
  'La',
  'Y',
  'CHILE',
  'Servicios',
  'S.A.',
  'SpA',
  'Cía.',
  'Compañía',
  'E.I.R.L.',
  'LTDA.',
  'www',
])('%s is a stop word', (text) => {
  expect(tokenize(text).map(isStopWord)).toEqual([true])
})

test.each(['zafiro', 'casa', 'x', '7', 'delta', 'constructor', '__proto__'])(
  '%s is not a stop word',
  (word) => {
    expect(isStopWord(word)).toBe(false)
  },
)
