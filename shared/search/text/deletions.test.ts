import fc from 'fast-check'
import { distance } from 'fastest-levenshtein'
import { describe, expect, test } from 'vitest'
import { editDistance } from '../../platform/text/edit-distance.ts'
import { deletionHashes, lookupHashes, maxMistakes } from './deletions.ts'
import { phoneticCode } from './phonetic-code.ts'
import { MAX_WORD_LENGTH } from './tokenize.ts'

const LETTERS = [...'abcdeghilnosuy']
const text = (minLength: number, maxLength = 14) =>
  fc.string({ unit: fc.constantFrom(...LETTERS), minLength, maxLength })

type Change = readonly [kind: number, position: number, letter: string]
const change = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 13 }), fc.constantFrom(...LETTERS))

/** Returns a text with one letter removed, inserted or replaced, or two adjacent letters swapped. */
function changed(text: string, [kind, position, letter]: Change): string {
  const at = position % text.length
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  const others = [
    after,
    letter + text.slice(at),
    letter + after,
    after.slice(0, 1) + text.charAt(at) + after.slice(1),
  ]
  return before + others[kind]
}

const share = (one: number[], other: number[]): boolean => one.some((hash) => other.includes(hash))
const found = (one: string, other: string): boolean =>
  share(lookupHashes(one, phoneticCode(one), 2), deletionHashes(other, phoneticCode(other)))
/** Returns whether a lookup for one mistake finds a word. */
const foundWithOne = (one: string, other: string): boolean =>
  share(lookupHashes(one, phoneticCode(one), 1), deletionHashes(other, phoneticCode(other)))
/** Returns whether phonetic codes have a hash in common; the letters have none. */
const foundByCode = (one: string, other: string): boolean =>
  share(lookupHashes('0123456789', one, 2), deletionHashes('9876543210', other))
const foundByCodeWithOne = (one: string, other: string): boolean =>
  share(lookupHashes('0123456789', one, 1), deletionHashes('9876543210', other))

describe('two words have a hash in common', () => {
  test.each([
    ['zafiro', 'zafiro'],
    ['zafiro', 'zafro'],
    ['zafiro', 'zaffiro'],
    ['zafiro', 'zafito'],
    ['zafiro', 'zaifro'],
    ['abc', 'ab'],
    ['ab', 'xab'],
    ['wyz', 'wqz'],
    ['constitucion', 'costitucion'],
    ['constitucion', 'constitucionx'],
    ['constitucion', 'xconstitucion'],
  ])('if they differ by one mistake: %s and %s', (one, other) => {
    expect([found(one, other), foundWithOne(one, other)]).toEqual([true, true])
  })

  test('if they differ by one mistake at any position and the longer one has at least three letters', () => {
    fc.assert(
      fc.property(text(2), change, (word, mistake) => {
        const other = changed(word, mistake)
        fc.pre(Math.max(word.length, other.length) >= 3 && editDistance(word, other) <= 1)
        expect([found(word, other), foundWithOne(word, other)]).toEqual([true, true])
      }),
      { numRuns: 2_000 },
    )
  })

  test('if their codes differ by one mistake and the longer one has at least three letters', () => {
    fc.assert(
      fc.property(text(2), change, (sound, mistake) => {
        const other = changed(sound, mistake)
        fc.pre(Math.max(sound.length, other.length) >= 3 && editDistance(sound, other) <= 1)
        expect([foundByCode(sound, other), foundByCodeWithOne(sound, other)]).toEqual([true, true])
      }),
      { numRuns: 2_000 },
    )
  })

  test('if their codes differ by two mistakes and the longer one has at least five letters', () => {
    fc.assert(
      fc.property(text(3), change, change, (sound, one, two) => {
        const other = changed(changed(sound, one), two)
        fc.pre(Math.max(sound.length, other.length) >= 5 && distance(sound, other) <= 2)
        expect(foundByCode(sound, other)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['codes of two letters', 'oso', 'uso', true],
    ['different codes of two letters', 'hai', 'oy', false],
    ['two mistakes in letters, four in the code', 'cheeky', 'chnek', false],
    ['unrelated', 'zafiro', 'tomate', false],
  ])('or not, depending on the mistakes: %s, %s and %s', (_, one, other, wanted) => {
    expect(found(one, other)).toBe(wanted)
  })
})

test('a lookup for one mistake does not find a word that differs by two letters', () => {
  expect([found('casas', 'kasasol'), foundWithOne('casas', 'kasasol')]).toEqual([true, false])
})

describe('the deletion hashes', () => {
  test('of a word are distinct 32-bit integers that depend only on its first letters', () => {
    fc.assert(
      fc.property(text(1, MAX_WORD_LENGTH), (word) => {
        const deletions = deletionHashes(word, phoneticCode(word))
        expect(new Set(deletions).size).toBe(deletions.length)
        expect(deletions.every((hash) => hash === (hash | 0))).toBe(true)
        // of the code: the whole, 7 without one letter, 21 without two; of the word: the whole, 7 without one letter
        expect(deletions.length).toBeLessThanOrEqual(29 + 8)
      }),
    )
    expect(deletionHashes('constitucional', 'konstitusional')).toEqual(
      deletionHashes('constitutivo', 'konstitutibo'),
    )
  })

  test('of a word have at most ten different beginnings, so that the index stores them close together', () => {
    fc.assert(
      fc.property(text(6, MAX_WORD_LENGTH), (word) => {
        const neighbourhoods = new Set(deletionHashes(word, word).map((hash) => hash >> 17))
        // three of the first five letters
        expect(neighbourhoods.size).toBeLessThanOrEqual(10)
      }),
    )
  })

  test('of a short word are only the hash of the word itself', () => {
    expect([deletionHashes('ab', 'ab').length, deletionHashes('a', 'a').length]).toEqual([1, 1])
  })
})

test.each([
  ['a', 0],
  ['ab', 0],
  ['abc', 1],
  ['abcde', 1],
  ['abcdef', 2],
])('%s may have at most %i mistakes', (word, mistakes) => {
  expect(maxMistakes(word)).toBe(mistakes)
})
