/** Coins millions of words from syllables that sound Spanish. A word depends only on its rank. */

import { scramble } from '../../test/support/random.ts'

const PLAIN = 'b c d f g l m n p r s t v'.split(' ')
const ONSETS = [
  ...PLAIN.flatMap((onset) => [onset, onset, onset, onset, onset]),
  ...'m n t s l r c z z j j ch ch qu qu k k x x y h h ll br cr dr fr gr pr tr bl cl fl gl pl'.split(' '),
]
const VOWELS = 'a a a e e i i o o u'.split(' ')
const CODAS = ['', '', '', '', '', '', '', '', '', '', '', '', 'n', 'n', 'r', 's', 'l']
const COMMON_ENDINGS =
  `a a a a a a a a o o o o o o o e e i i ia io ex ix us um al el il ol an en in on ar er or as os
  is ina ino ela elo era ero iva ana aro eta ite ida ura y et ot an en ía ón`.split(/\s+/)
const ENDINGS = [...COMMON_ENDINGS, ...COMMON_ENDINGS, 'iño']

/** Joins an onset and the rest of a syllable by the rules of Spanish spelling: `qui`, but `ca`; `za`, but `ce`. */
const spell = (onset: string, rest: string): string => {
  const isSoft = /^[eiéí]/.test(rest)
  return (onset === 'qu' && !isSoft) || (onset === 'z' && isSoft) ? `c${rest}` : onset + rest
}

const rhymes = VOWELS.flatMap((vowel) => CODAS.map((coda) => vowel + coda))
const SYLLABLES = ONSETS.flatMap((onset) => rhymes.map((rhyme) => spell(onset, rhyme)))
const FIRST_SYLLABLES = [...rhymes, ...SYLLABLES]
const LAST_SYLLABLES = ONSETS.flatMap((onset) => ENDINGS.map((ending) => spell(onset, ending)))

// Frequent words have mostly two syllables; there are not enough words of two syllables for all ranks.
const SHORT_UP_TO = 20_000
const GOLDEN = 0x9e3779b1

const syllablesOf = (rank: number, chance: number): number => {
  const percent = chance % 100
  if (rank < SHORT_UP_TO) return percent < 78 ? 2 : 3
  return percent < 30 ? 2 : percent < 96 ? 3 : 4
}

const from = (list: readonly string[], chance: number): string => list[chance % list.length] as string

/** Returns the coined word of a rank, in lower case. Two ranks may have the same word. */
export function coin(rank: number): string {
  let chance = scramble(Math.imul(rank + 1, GOLDEN))
  const syllables = syllablesOf(rank, chance)
  chance = scramble(chance ^ GOLDEN)
  let word = from(FIRST_SYLLABLES, chance)
  for (let more = 2; more < syllables; more++) {
    chance = scramble(chance ^ GOLDEN)
    word += from(SYLLABLES, chance)
  }
  return word + from(LAST_SYLLABLES, scramble(chance + GOLDEN))
}
