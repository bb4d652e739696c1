import { firstOf } from './fold-name.ts'

/** A doubled letter is one, figures count. What `ll` and `cc` are depends on the letters around them. */
const DOUBLED_AT_FIRST = /([^cl\d])\1+/g
const TRIPLED = /([cl])\1{2,}/g
const DOUBLED = /(\D)\1+/g

/** One spelling for what sounds the same, in the order in which they are applied. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [DOUBLED_AT_FIRST, '$1'],
  [TRIPLED, '$1$1'],
  [/(?<!s)ch(?=[lmnr])/g, 'k'], // `Christian`, `techno`
  [/[cstxz]*ch|sh/g, '+'], // one sound of its own; `+` stands in no word
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/^ps(?=[aeiouy]..)/g, 's'],
  [/qu(?=[ei])|q/g, 'k'],
  [/gu(?=[ei])/g, '='], // a hard g, which must neither glide nor be softened
  [/w(?!h?(?:[aeiou]|y(?![aeiou])))/g, 'u'],
  [/[gh]?u(?=[ao])|h?u(?=[ei]|y(?![aeiou]))|g?wh?/g, 'w'],
  [/g(?=[eiy])/g, 'j'],
  [/=/g, 'g'],
  [/c(?=[eiy])|[zx]/g, 's'],
  [/c/g, 'k'],
  [/(?<![bfgkp])ll(?=[aeiouw])/g, 'y'], // `mall` and `cllub` have an l
  [/v/g, 'b'],
  [/n(?=[bp])/g, 'm'],
  [/h/g, ''],
  [/(?<!i)y(?!i)/g, 'i'], // next to an i it is heard: `villa` is no `vía`
  [DOUBLED, '$1'],
]

const SPANISH = /^[a-z0-9]+$/

/** Only whole names are longer; an index entry has its limits. */
const LONGEST_SOUND = 500

/**
 * How a folded word sounds in Spanish: words that are likely to be taken for each other by ear have the same sound.
 * b and v are one, so are c, s, x and z where they hiss, c, k and qu where they do not, g and j before e and i,
 * gu, hu, u and w before a vowel, ll, y and i, m and n before b and p, ch and sh; h is mute, a doubled letter is one.
 * A word of another script is its own sound.
 */
export function soundOf(word: string): string {
  const sound = SPANISH.test(word) ? spoken(word) : word
  return firstOf(sound, LONGEST_SOUND)
}

const spoken = (word: string): string =>
  RULES.reduce((sound, [pattern, spelling]) => sound.replace(pattern, spelling), word) || 'h' // nothing but h
