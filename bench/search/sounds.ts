import type { Dice } from '../corpus/random.ts'

/** What is written differently and sounds the same in Spanish, on folded text. */
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

/** One in so many is written differently in two places. */
const TWICE = 1 / 3

/**
 * A text that is written differently, in one place or two, and sounds the same.
 *
 * @param text in lower case and without accents
 * @returns undefined where nothing in it could be written otherwise
 */
export function mishear(text: string, dice: Dice): string | undefined {
  const once = respell(text, dice)
  const twice = once !== undefined && dice.chance(TWICE) ? respell(once, dice) : undefined
  return twice === undefined || twice === text ? once : twice
}

function respell(text: string, { pick }: Dice): string | undefined {
  const found = SPELLINGS.flatMap(([pattern, spelling]) =>
    [...text.matchAll(pattern)].map(({ 0: letters, 1: letter = '', index }) => ({
      before: text.slice(0, index),
      spelling: spelling.replaceAll('$1', letter),
      after: text.slice(index + letters.length),
    })),
  )
  if (found.length === 0) {
    return undefined
  }
  const { before, spelling, after } = pick(found)
  return before + spelling + after
}
