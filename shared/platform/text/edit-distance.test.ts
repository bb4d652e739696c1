import fc from 'fast-check'
import { distance } from 'fastest-levenshtein'
import { describe, expect, test } from 'vitest'
import { editDistance, likeness } from './edit-distance.ts'

const text = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 10 })

describe('the number of mistakes between two texts', () => {
  test.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['zafiro', 'zafiro', 0],
    ['zafiro', 'zafro', 1],
    ['zafiro', 'zaffiro', 1],
    ['zafiro', 'safiro', 1],
    ['zafiro', 'zaifro', 1],
    ['ab', 'ba', 1],
    ['zafiro', 'azfrio', 2],
    ['zafiro', 'zaifr', 2],
    ['abc', 'cba', 2],
    ['abcd', 'bacc', 2],
    ['zafiros', 'azfriso', 5],
  ])('%j and %j is %i', (one, other, mistakes) => {
    expect(editDistance(one, other)).toBe(mistakes)
  })

  test('is symmetric, and zero only for equal texts', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const mistakes = editDistance(one, other)
        expect(editDistance(other, one)).toBe(mistakes)
        expect(mistakes === 0).toBe(one === other)
      }),
      { numRuns: 1_000 },
    )
  })

  test('is the Levenshtein distance; if this is at most 4, a swap of adjacent letters counts as one mistake', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const levenshtein = distance(one, other)
        expect(editDistance(one, other)).toBe(levenshtein > 4 ? levenshtein : withSwaps(one, other))
      }),
      { numRuns: 3_000 },
    )
  })
})

/** Computes the distance with swaps by its recursive definition. Compares each pair of remaining texts once. */
function withSwaps(one: string, other: string, known = new Map<string, number>()): number {
  if (one === '' || other === '') return one.length + other.length
  const key = `${one},${other}`
  const least =
    known.get(key) ??
    Math.min(
      withSwaps(one.slice(1), other.slice(1), known) + (one[0] === other[0] ? 0 : 1),
      withSwaps(one.slice(1), other, known) + 1,
      withSwaps(one, other.slice(1), known) + 1,
      ...(one.length > 1 && one[0] === other[1] && one[1] === other[0]
        ? [withSwaps(one.slice(2), other.slice(2), known) + 1]
        : []),
    )
  known.set(key, least)
  return least
}

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
