import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { distance } from 'fastest-levenshtein'
import { editDistance } from '../../platform/text/edit-distance.ts'
import { deletionHashes, lookupHashes, maxMistakes } from './deletions.ts'
import { phoneticCode } from './phonetic-code.ts'
import { MAX_WORD_LENGTH } from './tokenize.ts'

const LETTERS = [...'abcdeghilnosuy']
const text = (minLength: number, maxLength = 14) =>
  fc.string({ unit: fc.constantFrom(...LETTERS), minLength, maxLength })

type Change = readonly [kind: number, place: number, letter: string]
const change = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 13 }), fc.constantFrom(...LETTERS))

/** A text with a letter missing, one too many, a wrong one, or two swapped. */
function changed(text: string, [kind, place, letter]: Change): string {
  const at = place % text.length
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
/** What is looked for with one mistake alone. */
const foundWithOne = (one: string, other: string): boolean =>
  share(lookupHashes(one, phoneticCode(one), 1), deletionHashes(other, phoneticCode(other)))
/** By their sounds alone: the words are strange to each other. */
const foundByEar = (one: string, other: string): boolean =>
  share(lookupHashes('0123456789', one, 2), deletionHashes('9876543210', other))
const foundByEarWithOne = (one: string, other: string): boolean =>
  share(lookupHashes('0123456789', one, 1), deletionHashes('9876543210', other))

describe('words have a deletion in common', () => {
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
  ])('with one mistake: %s and %s', (one, other) => {
    expect([found(one, other), foundWithOne(one, other)]).toEqual([true, true])
  })

  test('with one mistake, wherever it is, if the longer one has three letters or more', () => {
    fc.assert(
      fc.property(text(2), change, (word, mistake) => {
        const other = changed(word, mistake)
        fc.pre(Math.max(word.length, other.length) >= 3 && editDistance(word, other) <= 1)
        expect([found(word, other), foundWithOne(word, other)]).toEqual([true, true])
      }),
      { numRuns: 2_000 },
    )
  })

  test('with one mistake in the sound, if the longer one has three letters or more', () => {
    fc.assert(
      fc.property(text(2), change, (sound, mistake) => {
        const other = changed(sound, mistake)
        fc.pre(Math.max(sound.length, other.length) >= 3 && editDistance(sound, other) <= 1)
        expect([foundByEar(sound, other), foundByEarWithOne(sound, other)]).toEqual([true, true])
      }),
      { numRuns: 2_000 },
    )
  })

  test('with two mistakes in the sound, if the longer one has five letters or more', () => {
    fc.assert(
      fc.property(text(3), change, change, (sound, one, two) => {
        const other = changed(changed(sound, one), two)
        fc.pre(Math.max(sound.length, other.length) >= 5 && distance(sound, other) <= 2)
        expect(foundByEar(sound, other)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['of two letters', 'oso', 'uso', true],
    ['of two letters, by ear alone', 'hai', 'oy', false],
    ['with two mistakes that are heard as four', 'cheeky', 'chnek', false],
    ['with nothing in common', 'zafiro', 'tomate', false],
  ])('or not: %s, %s and %s', (_, one, other, wanted) => {
    expect(found(one, other)).toBe(wanted)
  })
})

test('a word that is looked for with one mistake does not meet one without two letters', () => {
  expect([found('casas', 'kasasol'), foundWithOne('casas', 'kasasol')]).toEqual([true, false])
})

describe('deletions', () => {
  test('are different 32-bit integers, of the first letters alone', () => {
    fc.assert(
      fc.property(text(1, MAX_WORD_LENGTH), (word) => {
        const deletions = deletionHashes(word, phoneticCode(word))
        expect(new Set(deletions).size).toBe(deletions.length)
        expect(deletions.every((hash) => hash === (hash | 0))).toBe(true)
        // a text of 7 letters, and 7 and 21 of what is left of it; of the other one only the first 8
        expect(deletions.length).toBeLessThanOrEqual(29 + 8)
      }),
    )
    expect(deletionHashes('constitucional', 'konstitusional')).toEqual(
      deletionHashes('constitutivo', 'konstitutibo'),
    )
  })

  test('of a short text are itself', () => {
    expect([deletionHashes('ab', 'ab').length, deletionHashes('a', 'a').length]).toEqual([1, 1])
  })
})

test.each([
  ['a', 0],
  ['ab', 0],
  ['abc', 1],
  ['abcde', 1],
  ['abcdef', 2],
])('%s may have %i mistakes', (word, mistakes) => {
  expect(maxMistakes(word)).toBe(mistakes)
})
