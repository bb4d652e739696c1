/** One spelling for what sounds the same, in the order in which they are applied. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/[sc]h/g, '+'], // one sound of its own; `+` stands in no word
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/[gh]u(?=[ao])|hu(?=[ei])|w(?=[aeiou])/g, 'w'],
  [/w(?![aeiou])/g, 'u'],
  [/gu(?=[ei])/g, '='], // a hard g, which the next rule must not soften
  [/g(?=[eiy])/g, 'j'],
  [/=/g, 'g'],
  [/qu(?=[ei])|q|ck/g, 'k'],
  [/c(?=[eiy])|[zx]/g, 's'],
  [/c/g, 'k'],
  [/ll/g, 'y'],
  [/v/g, 'b'],
  [/n(?=[bp])/g, 'm'],
  [/h/g, ''],
  [/y/g, 'i'],
]

const TRIPLED = /(.)\1{2,}/gu
const DOUBLED = /(.)\1+/gu
const SPANISH = /^[a-zñ0-9]+$/

/**
 * How a folded word sounds in Spanish: words that are likely to be taken for each other by ear have the same sound.
 * b and v are one, so are c, s, x and z where they hiss, c, k and qu where they do not, g and j before e and i,
 * gu, hu and w before a vowel, ll, y and i, m and n before b and p, ch and sh; h is mute, a doubled letter is one.
 * A word of another script is its own sound.
 */
export function soundOf(word: string): string {
  if (!SPANISH.test(word)) {
    return word
  }
  const sound = RULES.reduce(
    (sound, [pattern, letter]) => sound.replace(pattern, letter),
    word.replace(TRIPLED, '$1$1'),
  )
  return sound.replace(DOUBLED, '$1') || word // `h` alone
}
