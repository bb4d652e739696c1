import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { distance } from 'fastest-levenshtein'
import { editDistance, likeness } from './edit-distance.ts'

const text = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 10 })

describe('mistakes between two texts', () => {
  test.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['zafiro', 'zafiro', 0],
    ['zafiro', 'zafro', 1],
    ['zafiro', 'zaffiro', 1],
    ['zafiro', 'safiro', 1],
    ['zafiro', 'zaifro', 1],
    ['ab', 'ba', 1],
    ['zafiro', 'azfrio', 4],
    ['zafiro', 'zaifr', 3],
    ['abc', 'cba', 2],
    ['abcd', 'bacc', 3],
  ])('%j and %j: %i', (one, other, mistakes) => {
    expect(editDistance(one, other)).toBe(mistakes)
  })

  test('are symmetric, and zero only for equal texts', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const mistakes = editDistance(one, other)
        expect(editDistance(other, one)).toBe(mistakes)
        expect(mistakes === 0).toBe(one === other)
      }),
      { numRuns: 1_000 },
    )
  })

  test('are the Levenshtein distance, except for a single swap', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const levenshtein = distance(one, other)
        const swaps = Array.from(
          { length: Math.max(0, one.length - 1) },
          (_, at) => one.slice(0, at) + one.charAt(at + 1) + one.charAt(at) + one.slice(at + 2),
        )
        const isSwap = one !== other && swaps.includes(other)
        expect(editDistance(one, other)).toBe(isSwap ? 1 : levenshtein)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('likeness', () => {
  test.each([
    ['', '', 1],
    ['', 'a', 0],
    ['a', 'b', 0],
    ['zafiro', 'zafiro', 1],
    ['ab', 'abcd', 0.5],
    ['abcd', 'abdc', 0.75],
  ])('of %j and %j is %d', (one, other, alike) => {
    expect(likeness(one, other)).toBe(alike)
  })

  test('is from 0 to 1, and 1 only for equal texts', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const alike = likeness(one, other)
        expect(alike).toBeGreaterThanOrEqual(0)
        expect(alike).toBeLessThanOrEqual(1)
        expect(alike === 1).toBe(one === other)
      }),
    )
  })
})
