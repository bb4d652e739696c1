/** Invents names of marks. The kinds of names are as frequent as in the bulletin of the office. */

import { coin } from './coinage.ts'
import { PATTERNS, SLOGANS } from './patterns.ts'
import type { Random } from './random.ts'
import { type Draw, ranks, weightedChoice, zipf } from './weighted-choice.ts'
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

/** How a name is written: in capitals, with a capital first letter of each drawn word, or in lower case. */
type Style = 'upper' | 'title' | 'lower'

const STYLES = weightedChoice<Style>([
  ['upper', 58],
  ['title', 36],
  ['lower', 6],
])

const everyday = zipf(EVERYDAY_WORDS)
const firstName = zipf(FIRST_NAMES)
const suffix = zipf(SUFFIXES)
const NUMBERS =
  '1 2 3 4 5 7 8 9 10 11 12 18 20 21 22 24 33 40 50 56 77 88 99 100 101 180 200 300 360 365 500 747 900'
const number = weightedChoice([
  ...NUMBERS.split(' ').map((digits) => [digits, 4] as const),
  ...Array.from({ length: 147 }, (_, place) => [String(1880 + place), 0.4] as const),
])

/** Draws the rank of a coined word. With these ranks, two million marks contain 500,000 to 800,000 different words. */
const COINED = ranks(2_000_000, 400)
const coined: Draw<string> = (random) => coin(COINED(random))

const word = weightedChoice<Draw<string>>([
  [coined, 66],
  [everyday, 27],
  [firstName, 4],
  [zipf(TOWN_WORDS), 2],
])
const drawWord: Draw<string> = (random) => word(random)(random)

/** Draws the word of a name with one word: mostly a coined word, because most everyday words are already registered. */
const drawAlone: Draw<string> = (random) => (random.chance(0.7) ? coined(random) : drawWord(random))

const LETTERS = [...'ABCDEFGHIJKLMNOPRSTUVXZ']

const letters: Draw<string> = ({ pick, chance }) => {
  const some = pick(LETTERS) + pick(LETTERS)
  if (chance(0.12)) return `${some.charAt(0)}&${some.charAt(1)}`
  return chance(0.35) ? some + pick(LETTERS) : some
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Draws two words, and joins them into one: `Solmax`, `SolMax`, `Trelmifood`. */
const drawJoined: Draw<string> = (random) => {
  const first = random.chance(0.6) ? everyday(random) : coined(random)
  const second = random.chance(0.55) ? suffix(random) : everyday(random)
  return first + (random.chance(0.35) ? capital(second) : second)
}

const SLOTS: Readonly<Record<string, Draw<string>>> = {
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

/** A part of a pattern: a word that is drawn, or a fixed text. `title` is this text in names that are written in title case. */
type Part = { draw: Draw<string> } | { text: string; title: string }

const isSlot = (piece: string): boolean => Object.hasOwn(SLOTS, piece)

function parts(pattern: string): Part[] {
  return pattern
    .split(/([A-Z9])/)
    .filter((piece) => piece !== '')
    .map((piece, place) =>
      isSlot(piece)
        ? { draw: SLOTS[piece] as Draw<string> }
        : { text: piece, title: place === 0 && !piece.startsWith('www') ? capital(piece) : piece },
    )
}

const built = (patterns: readonly (readonly [string, number])[]): Draw<Part[]> =>
  weightedChoice(patterns.map(([pattern, weight]) => [parts(pattern), weight]))

const namePatterns = built(PATTERNS)
const sloganPatterns = built(SLOGANS)

function fill(pattern: readonly Part[], style: Style, random: Random): string {
  let name = ''
  for (const part of pattern) {
    if ('draw' in part) name += style === 'title' ? capital(part.draw(random)) : part.draw(random)
    else name += style === 'title' ? part.title : part.text
  }
  if (style === 'upper') return inCapitals(name, random)
  return style === 'lower' ? name.toLowerCase() : name
}

const PLAIN: Readonly<Record<string, string>> = { Á: 'A', É: 'E', Í: 'I', Ó: 'O', Ú: 'U' }

/** Returns a name in capitals. Accents are often omitted, as people omit them on capitals. The tilde of ñ is kept. */
function inCapitals(name: string, { chance }: Random): string {
  const capitals = name.toUpperCase()
  return chance(0.35) ? capitals.replace(/[ÁÉÍÓÚ]/g, (letter) => PLAIN[letter] as string) : capitals
}

export const drawName = (random: Random): string => fill(namePatterns(random), STYLES(random), random)

export const drawSlogan = (random: Random): string => fill(sloganPatterns(random), STYLES(random), random)
