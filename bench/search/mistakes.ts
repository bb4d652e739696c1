import type { Dice } from '../corpus/random.ts'
import { editDistance } from './edit-distance.ts'

const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz']
const LETTER = /[a-z]/

/** The text with the mistake at a place; undefined where it cannot be made. */
type Mistake = (text: string, place: number, dice: Dice) => string | undefined

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

export const lettersIn = (text: string): number => text.replaceAll(/[^a-z]/g, '').length

/**
 * The text with one typing error: a letter missing, doubled or wrong, or two neighbours of a word swapped.
 *
 * @param text in lower case and without accents, with at least one letter from a to z
 */
export function oneMistake(text: string, dice: Dice): string {
  const places = [...text.matchAll(/[a-z]/g)].map(({ index }) => index)
  for (;;) {
    const wrong = dice.pick(MISTAKES)(text, dice.pick(places), dice)
    if (wrong !== undefined) return wrong
  }
}

/** The text with two typing errors, of which neither undoes or hides the other. */
export function twoMistakes(text: string, dice: Dice): string {
  for (;;) {
    const once = oneMistake(text, dice)
    const twice = lettersIn(once) > 0 ? oneMistake(once, dice) : once
    if (editDistance(text, twice) === 2) return twice
  }
}
