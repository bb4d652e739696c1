import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { dice } from '../corpus/random.ts'
import { editDistance } from './edit-distance.ts'
import { lettersIn, oneMistake, twoMistakes } from './mistakes.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** Every text that one edit makes of another, found the long way. */
function oneEdit(text: string): Set<string> {
  const made = new Set<string>()
  for (let place = 0; place <= text.length; place++) {
    const [before, after] = [text.slice(0, place), text.slice(place)]
    if (after !== '') made.add(before + after.slice(1))
    if (after.length > 1) made.add(before + after[1] + after[0] + after.slice(2))
    for (const letter of [...LETTERS, ' ']) {
      made.add(before + letter + after)
      if (after !== '') made.add(before + letter + after.slice(1))
    }
  }
  made.delete(text)
  return made
}

const name = (least: number) =>
  fc
    .string({ unit: fc.constantFrom(...'abcn 7'), minLength: least, maxLength: 12 })
    .filter((text) => lettersIn(text) >= least)

describe('a mistake', () => {
  test('is one edit, and leaves the words apart', () => {
    fc.assert(
      fc.property(name(1), fc.integer(), (right, seed) => {
        const wrong = oneMistake(right, dice(seed))
        expect(oneEdit(right)).toContain(wrong)
        expect([...wrong].filter((letter) => letter === ' ').length).toBe(
          [...right].filter((letter) => letter === ' ').length,
        )
      }),
    )
  })

  test('is a letter missing, doubled or wrong, or two swapped', () => {
    const made = new Set(Array.from({ length: 500 }, (_, seed) => oneMistake('ab', dice(seed))))
    expect([...made]).toEqual(expect.arrayContaining(['a', 'b', 'aab', 'abb', 'ba', 'zb', 'az']))
  })

  test('is the same for the same chance', () => {
    expect(oneMistake('condor andino', dice(5))).toBe(oneMistake('condor andino', dice(5)))
  })
})

test('two mistakes are two edits, and never one or none', () => {
  fc.assert(
    fc.property(name(8), fc.integer(), (right, seed) => {
      const wrong = twoMistakes(right, dice(seed))
      const once = oneEdit(right)
      expect(wrong).not.toBe(right)
      expect(once).not.toContain(wrong)
      expect([...oneEdit(wrong)].some((between) => once.has(between))).toBe(true)
    }),
    { numRuns: 30 },
  )
})

describe('the edits between two texts', () => {
  test.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['galzin', 'glazin', 1],
    ['quirst', 'squirt', 2],
    ['ca', 'abc', 3],
  ])('%s and %s are %d', (a, b, edits) => {
    expect([editDistance(a, b), editDistance(b, a)]).toEqual([edits, edits])
  })
})
