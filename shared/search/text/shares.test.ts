import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { foldName } from './fold-name.ts'
import { quartersOf, sharesOf, WHOLE, weightOf } from './shares.ts'
import { isWeak } from './weak-words.ts'

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
  ])('of %s: %j thousandths', (name, shares) => {
    expect(sharesOf(name.split(' '))).toEqual(shares)
  })

  test('is at least 1, and all of them are about 1,000', () => {
    fc.assert(
      fc.property(names, (words) => {
        const shares = sharesOf(words)
        const sum = shares.reduce((total, share) => total + share, 0)
        expect(shares.every((share) => Number.isInteger(share) && share >= 1 && share <= WHOLE)).toBe(true)
        expect(Math.abs(sum - WHOLE)).toBeLessThanOrEqual(words.length)
      }),
    )
  })

  test('of a name without words is none', () => {
    expect(sharesOf([])).toEqual([])
  })
})

test('the weight of words is a whole number of quarters, none of which is lost', () => {
  expect([quartersOf([]), quartersOf(['a']), quartersOf(['de', 'zafiro'])]).toEqual([0, 1, 26])
  fc.assert(
    fc.property(names, (words) => {
      expect(Number.isInteger(quartersOf(words))).toBe(true)
      expect(quartersOf(words)).toBe(4 * words.map(weightOf).reduce((sum, weight) => sum + weight, 0))
    }),
  )
})

test('the weight of the longest name fits a smallint', () => {
  for (const sign of ['ﷺ', '㍿', 'ß', '𠮷', '각', 'm']) {
    expect(quartersOf(foldName(sign.repeat(1_000)))).toBeLessThan(2 ** 15)
    expect(quartersOf(foldName(`${sign}${sign} `.repeat(333)))).toBeLessThan(2 ** 15)
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
])('%s is weak', (text) => {
  expect(foldName(text).map(isWeak)).toEqual([true])
})

test.each(['zafiro', 'casa', 'x', '7', 'delta', 'constructor', '__proto__'])('%s is not weak', (word) => {
  expect(isWeak(word)).toBe(false)
})
