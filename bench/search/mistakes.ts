import { editDistance } from '../../shared/platform/text/edit-distance.ts'
import type { Random } from '../../test/support/random.ts'

const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz']
const LETTER = /[a-z]/

/** Returns the text with a mistake at a place; undefined if this mistake is impossible at this place. */
type Mistake = (text: string, place: number, random: Random) => string | undefined

const replaced = (text: string, place: number, length: number, by: string): string =>
  text.slice(0, place) + by + text.slice(place + length)

const MISTAKES: readonly Mistake[] = [
  (text, place) => replaced(text, place, 1, ''),
  (text, place) => replaced(text, place, 1, `${text[place]}${text[place]}`),
  (text, place, { pick }) =>
    replaced(text, place, 1, pick(ALPHABET.filter((letter) => letter !== text[place]))),
  (text, place) => {
    const [letter = '', next = ''] = text.slice(place)
    return LETTER.test(next) && letter !== next ? replaced(text, place, 2, next + letter) : undefined
  },
]

/** Counts the letters from a to z. */
export const lettersIn = (text: string): number => text.replaceAll(/[^a-z]/g, '').length

/**
 * Returns the text with one typing error: a letter missing, doubled or wrong, or two adjacent letters swapped.
 *
 * @param text in lower case and without accents, with at least one letter from a to z
 */
export function oneMistake(text: string, random: Random): string {
  const places = [...text.matchAll(/[a-z]/g)].map(({ index }) => index)
  for (;;) {
    const wrong = random.pick(MISTAKES)(text, random.pick(places), random)
    if (wrong !== undefined) return wrong
  }
}

/** Returns the text with two typing errors; the second does not undo or hide the first. */
export function twoMistakes(text: string, random: Random): string {
  for (;;) {
    const once = oneMistake(text, random)
    const twice = lettersIn(once) > 0 ? oneMistake(once, random) : once
    if (editDistance(text, twice) > 1) return twice
  }
}

/** Replacements that do not change the sound in Spanish, for text in lower case and without accents. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/b/g, 'v'],
  [/v/g, 'b'],
  [/c(?=[ei])/g, 's'],
  [/c(?=[ei])/g, 'z'],
  [/(?<!s)s(?=[ei])/g, 'c'],
  [/(?<!s)s(?=[aou]|$| )/g, 'z'],
  [/z/g, 's'],
  [/c(?=[aou])/g, 'k'],
  [/k(?=[aou])/g, 'c'],
  [/k(?=[ei])/g, 'qu'],
  [/qu(?=[ei])/g, 'k'],
  [/g(?=[ei])/g, 'j'],
  [/j(?=[ei])/g, 'g'],
  [/gu(?=[ao])/g, 'w'],
  [/w(?=[ao])/g, 'gu'],
  [/(?<= |^)h(?=[aeio])/g, ''],
  [/(?<= |^)(?=[aeio][a-z])/g, 'h'],
  [/ll(?=[aeiou])/g, 'y'],
  [/y(?=[aeiou])/g, 'll'],
  [/(?<=[aeou])y(?= |$)/g, 'i'],
  [/x/g, 's'],
  [/n(?=[bp])/g, 'm'],
  [/m(?=[bp])/g, 'n'],
  [/([bdfmnpst])\1/g, '$1'],
  [/(?<=[aeiou])([fmnpst])(?=[aeiou])/g, '$1$1'],
]

/**
 * Returns a text that sounds the same in Spanish, but has another spelling in one place.
 *
 * @param text in lower case and without accents
 * @returns undefined if the text has no other spelling
 */
export function mishear(text: string, { pick }: Random): string | undefined {
  const found = SPELLINGS.flatMap(([pattern, spelling]) =>
    [...text.matchAll(pattern)].map(({ 0: letters, 1: letter = '', index }) =>
      replaced(text, index, letters.length, spelling.replaceAll('$1', letter)),
    ),
  )
  return found.length === 0 ? undefined : pick(found)
}
