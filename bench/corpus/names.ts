/** Names of marks as people make them up, at the rates of the office's bulletin. */

import { coin } from './coinage.ts'
import { type Lots, lots, ranks, zipf } from './lots.ts'
import { PATTERNS, SLOGANS } from './patterns.ts'
import type { Dice } from './random.ts'
import {
  EVERYDAY_WORDS,
  FIRST_NAMES,
  REGION_WORDS,
  SUFFIXES,
  TAIL_WORDS,
  TOWN_WORDS,
  TRADE_WORDS,
  WEAK_WORDS,
} from './words.ts'

/** Capitals, a capital first letter for each word, or none. */
type Style = 'upper' | 'title' | 'lower'

const STYLES = lots<Style>([
  ['upper', 58],
  ['title', 36],
  ['lower', 6],
])

const everyday = zipf(EVERYDAY_WORDS)
const firstName = zipf(FIRST_NAMES)
const suffix = zipf(SUFFIXES)
const NUMBERS =
  '1 2 3 4 5 7 8 9 10 11 12 18 20 21 22 24 33 40 50 56 77 88 99 100 101 180 200 300 360 365 500 747 900'
const number = lots([
  ...NUMBERS.split(' ').map((digits) => [digits, 4] as const),
  ...Array.from({ length: 147 }, (_, place) => [String(1880 + place), 0.4] as const),
])

/** Ranks of coined words: so many that two million marks hold 500,000 to 800,000 different words. */
const COINED = ranks(2_000_000, 400)
const coined: Lots<string> = (dice) => coin(COINED(dice))

const word = lots<Lots<string>>([
  [coined, 66],
  [everyday, 27],
  [firstName, 4],
  [zipf(TOWN_WORDS), 2],
])
const drawWord: Lots<string> = (dice) => word(dice)(dice)

/** What stands alone is mostly a coinage: the everyday words were taken long ago. */
const drawAlone: Lots<string> = (dice) => (dice.chance(0.7) ? coined(dice) : drawWord(dice))

const LETTERS = [...'ABCDEFGHIJKLMNOPRSTUVXZ']

const letters: Lots<string> = ({ pick, chance }) => {
  const some = pick(LETTERS) + pick(LETTERS)
  if (chance(0.12)) return `${some.charAt(0)}&${some.charAt(1)}`
  return chance(0.35) ? some + pick(LETTERS) : some
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Two words in one: `Solmax`, `SolMax`, `Trelmifood`. */
const drawJoined: Lots<string> = (dice) => {
  const first = dice.chance(0.6) ? everyday(dice) : coined(dice)
  const second = dice.chance(0.55) ? suffix(dice) : everyday(dice)
  return first + (dice.chance(0.35) ? capital(second) : second)
}

const SLOTS: Readonly<Record<string, Lots<string>>> = {
  W: drawWord,
  C: drawAlone,
  T: zipf(TRADE_WORDS),
  Q: zipf(TAIL_WORDS),
  G: zipf(WEAK_WORDS),
  P: zipf(TOWN_WORDS),
  R: zipf(REGION_WORDS),
  H: () => 'chile',
  J: drawJoined,
  K: letters,
  9: number,
}

/** A pattern taken apart: draws and texts in turn. A word that is drawn gets the style of its name. */
type Part = { draw: Lots<string> } | { text: string; title: string }

const isSlot = (piece: string): boolean => Object.hasOwn(SLOTS, piece)

function parts(pattern: string): Part[] {
  return pattern
    .split(/([A-Z9])/)
    .filter((piece) => piece !== '')
    .map((piece, place) =>
      isSlot(piece)
        ? { draw: SLOTS[piece] as Lots<string> }
        : { text: piece, title: place === 0 && !piece.startsWith('www') ? capital(piece) : piece },
    )
}

const built = (patterns: readonly (readonly [string, number])[]): Lots<Part[]> =>
  lots(patterns.map(([pattern, weight]) => [parts(pattern), weight]))

const namePatterns = built(PATTERNS)
const sloganPatterns = built(SLOGANS)

function fill(pattern: readonly Part[], style: Style, dice: Dice): string {
  let name = ''
  for (const part of pattern) {
    if ('draw' in part) name += style === 'title' ? capital(part.draw(dice)) : part.draw(dice)
    else name += style === 'title' ? part.title : part.text
  }
  if (style === 'upper') return inCapitals(name, dice)
  return style === 'lower' ? name.toLowerCase() : name
}

const PLAIN: Readonly<Record<string, string>> = { Á: 'A', É: 'E', Í: 'I', Ó: 'O', Ú: 'U' }

/** In capitals, accents are often left out; the tilde of ñ is not. */
function inCapitals(name: string, { chance }: Dice): string {
  const capitals = name.toUpperCase()
  return chance(0.35) ? capitals.replace(/[ÁÉÍÓÚ]/g, (letter) => PLAIN[letter] as string) : capitals
}

export const drawName = (dice: Dice): string => fill(namePatterns(dice), STYLES(dice), dice)

export const drawSlogan = (dice: Dice): string => fill(sloganPatterns(dice), STYLES(dice), dice)
