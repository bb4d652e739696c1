import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countTrigrams, Trigrams } from './trigrams.ts'

/** Returns the trigrams of a word as texts. */
const trigramsOf = (word: string): string[] =>
  Array.from({ length: word.length + 2 }, (_, at) => `  ${word}  `.slice(at, at + 3))

const common = (one: string, other: string): number => new Trigrams([one]).commonWith(other).length

describe('two words have common trigrams', () => {
  test.each([
    ['with the same beginning', 'listerine', 'listogen', 4],
    ['with the same end', 'bershka', 'greshka', 4],
    ['with the same middle', 'xfenixy', 'zfenixw', 3],
    ['with the same first letter only', 'zafiro', 'zumel', 1],
    ['if they are equal', 'bud', 'bud', 5],
    ['never, if they have no common letter', 'bud', 'sol', 0],
  ])('%s: %s and %s', (_, one, other, count) => {
    expect(common(one, other)).toBe(count)
  })
})

const word = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)

test('the common trigrams are the intersection of the sets of trigrams', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), fc.array(word), (words, others) => {
      const trigrams = new Trigrams(words)
      const all = new Set(words.flatMap(trigramsOf))
      expect(trigrams.size).toBe(all.size)
      for (const other of others) {
        const found = trigrams.commonWith(other)
        expect(new Set(found).size).toBe(found.length)
        expect(found.length).toBe(new Set(trigramsOf(other)).intersection(all).size)
        expect(countTrigrams(other)).toBe(trigramsOf(other).length)
      }
    }),
  )
})

test('a trigram has the same number in every word', () => {
  const trigrams = new Trigrams(['casa', 'casona'])
  const numbers = (word: string) => new Set(trigrams.commonWith(word))
  expect([...numbers('casino')]).toEqual([...numbers('casa').intersection(numbers('casona'))].slice(0, 3))
})
