import { truncate } from './tokenize.ts'

/** Doubled letters are reduced to one, except digits; `ll` and `cc` only later, as their sound depends on the next letters. */
const DOUBLED_AT_FIRST = /([^cl\d])\1+/g
const TRIPLED = /([cl])\1{2,}/g
const DOUBLED = /(\D)\1+/g

/** Rewrites letters that sound the same to one spelling, in this order. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [DOUBLED_AT_FIRST, '$1'],
  [TRIPLED, '$1$1'],
  [/(?<!sc*)ch(?=[lmnr])/g, 'k'], // `Christian`, `techno`
  [/[cstxz]*ch|sh/g, '+'], // a sound of its own; no word contains `+`
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
  [/(?<![bfgkp])ll(?=[aeiouw])/g, 'y'], // `mall` and `cllub` have an l
  [/v/g, 'b'],
  [/n(?=[bp])/g, 'm'],
  [/h/g, ''],
  [/(?<!i)y(?!i)/g, 'i'], // `y` is heard next to an `i`: `villa` is not `vía`
  [DOUBLED, '$1'],
]

const SPANISH = /^[a-z0-9]+$/

/** The maximum length of a code, because the size of an index entry is limited; only codes of whole names can be longer. */
const MAX_CODE_LENGTH = 500

/**
 * Returns the phonetic code of a normalized word: words that are easily confused by ear in Spanish have the same code.
 * These are equal: b and v; c, s, x and z where they are sibilants; c, k and qu where they are not; g and j before e and
 * i; gu, hu, u and w before a vowel; ll, y and i; m and n before b and p; ch and sh. h is dropped, and doubled letters
 * are reduced to one. A word in another script is its own code.
 */
export function phoneticCode(word: string): string {
  const code = SPANISH.test(word) ? encode(word) : word
  return truncate(code, MAX_CODE_LENGTH)
}

const encode = (word: string): string =>
  RULES.reduce((code, [pattern, spelling]) => code.replace(pattern, spelling), word) || 'h' // a word of nothing but h
