import { truncate } from './tokenize.ts'

// Doubled letters become one letter. The first rule skips `ll` and `cc`: later rules need both letters (`llave`, `accion`).
const DOUBLED_AT_FIRST = /([^cl\d])\1+/g
const TRIPLED = /([cl])\1{2,}/g
const DOUBLED = /(\D)\1+/g

/** Rules that give one spelling to letters with the same sound. The order matters. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [DOUBLED_AT_FIRST, '$1'],
  [TRIPLED, '$1$1'],
  [/(?<!sc*)ch(?=[lmnr])/g, 'k'], // `Christian`, `techno`
  [/[cstxz]*ch|sh/g, '+'], // no word contains `+`
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
  [/(?<![bfgkp])ll(?=[aeiouw])/g, 'y'], // `llave`; in `mall` and `cllub`, `ll` sounds like one l
  [/v/g, 'b'],
  [/n(?=[bp])/g, 'm'],
  [/h/g, ''],
  [/(?<!i)y(?!i)/g, 'i'], // a `y` next to an `i` stays: `villa` (`viya`) differs from `vía`
  [DOUBLED, '$1'],
]

const SPANISH = /^[a-z0-9]+$/

/** The maximum length of a code. The size of an index entry is limited. */
const MAX_CODE_LENGTH = 500

/**
 * Returns the phonetic code of a normalized word. Words that are easily confused by ear in Spanish have the same code. A word
 * in another script is its own code.
 *
 * Examples of words with the same code:
 * - `casa`, `caza`, `kasa`
 * - `gente`, `jente`
 * - `hielo`, `yelo`
 * - `huevo`, `webo`
 */
export function phoneticCode(word: string): string {
  const code = SPANISH.test(word) ? encode(word) : word
  return truncate(code, MAX_CODE_LENGTH)
}

const encode = (word: string): string =>
  RULES.reduce((code, [pattern, spelling]) => code.replace(pattern, spelling), word) || 'h' // the code of a word such as `hh`
