import { truncate } from './tokenize.ts'

// Doubled letters are reduced to one letter; doubled digits are not. `ll` and `cc` are reduced last, because the next letter
// determines the sound.
const DOUBLED_AT_FIRST = /([^cl\d])\1+/g
const TRIPLED = /([cl])\1{2,}/g
const DOUBLED = /(\D)\1+/g

/** Rules that rewrite letters with the same sound to one spelling. They apply in this order. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [DOUBLED_AT_FIRST, '$1'],
  [TRIPLED, '$1$1'],
  [/(?<!sc*)ch(?=[lmnr])/g, 'k'], // `Christian`, `techno`
  [/[cstxz]*ch|sh/g, '+'], // `+` is the code of `ch` and `sh`; no word contains `+`
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/^ps(?=[aeiouy]..)/g, 's'],
  [/qu(?=[ei])|q/g, 'k'],
  [/gu(?=[ei])/g, '='], // a hard g, which later rules must not change to w or j
  [/w(?!h?(?:[aeiou]|y(?![aeiou])))/g, 'u'],
  [/[gh]?u(?=[ao])|h?u(?=[ei]|y(?![aeiou]))|g?wh?/g, 'w'],
  [/g(?=[eiy])/g, 'j'],
  [/=/g, 'g'],
  [/c(?=[eiy])|[zx]/g, 's'],
  [/c/g, 'k'],
  [/(?<![bfgkp])ll(?=[aeiouw])/g, 'y'], // but `mall` and `cllub` have the sound of an l
  [/v/g, 'b'],
  [/n(?=[bp])/g, 'm'],
  [/h/g, ''],
  [/(?<!i)y(?!i)/g, 'i'], // a `y` next to an `i` stays: `villa` (`viya`) differs from `vía`
  [DOUBLED, '$1'],
]

const SPANISH = /^[a-z0-9]+$/

/** The maximum length of a code, because the size of an index entry is limited. A longer code is truncated. */
const MAX_CODE_LENGTH = 500

/**
 * Returns the phonetic code of a normalized word. Words that are easily confused by ear in Spanish have the same code.
 *
 * The letters of each of these groups have the same code:
 * - b, v
 * - s, x, z; c before e, i or y; ps at the beginning of a word
 * - k, q, ck; qu before e or i; ch before l, m, n or r; c elsewhere
 * - j; g before e, i or y
 * - w; u and hu before a vowel; gu before a or o
 * - i, y; ll before a vowel
 * - m; n before b or p
 * - sh; ch elsewhere
 * - ph, f
 * - th, t
 *
 * Any other h is dropped, and doubled letters are reduced to one. A word in another script is its own code.
 */
export function phoneticCode(word: string): string {
  const code = SPANISH.test(word) ? encode(word) : word
  return truncate(code, MAX_CODE_LENGTH)
}

const encode = (word: string): string =>
  RULES.reduce((code, [pattern, spelling]) => code.replace(pattern, spelling), word) || 'h' // the code of a word such as `hh`
