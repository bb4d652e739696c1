/** Invents names of marks. The kinds of names are as frequent as in the bulletin of the office. */

import type { Random } from '../../test/support/random.ts'
import { coin } from './coinage.ts'
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

/**
 * Patterns of names, each after its frequency. A capital letter or a 9 is a slot (`SLOTS`), for which a word is drawn. All
 * other characters are used unchanged.
 */
const PATTERNS = `
  280 C | 50 J | 12 K | 13 C.cl | 5 J.cl | 17 C9
  116 W W | 84 T W | 52 W Q | 26 K W | 18 W 9 | 14 G W | 13 el W | 11 W H | 9 la W | 4 los W | 4 9 W | 3 W's W
  50 W W W | 15 W & W | 12 T W W | 9 W by W | 7 W del W | 7 T del W | 7 K W Q | 6 the W Q | 6 W y W | 4 W W 9
  4 T de W | 4 W de W | 4 W de P | 4 G W P | 4 la W W | 4 el W W | 3 T W H
  30 W W W W | 6 W W del W | 5 la W del W | 5 T W del R | 5 T los W W | 4 el W del W | 4 T W by W | 4 T y T W
  4 T W & W | 4 W - W W | 4 T W de P | 3 W de la W | 3 W W, W W
  12 W W W W W | 4 W, W y W W | 3 the W Q by W W | 3 T y T W W | 2 los W y las W del W
  4 W W W W y W | 4 T de W y W W | 3 K W W W W W | 3 el W que W tu W | 3 T W W W y W P | 3 W W W, la W de tu W
  3 K W W by W W Q | 2 T de W, W y W del R | 2 todo el W y la W en un W
`
const pattern = weightedChoice(
  PATTERNS.trim()
    .split(/\s*[|\n]\s*/)
    .map((entry): [string, number] => [entry.slice(entry.indexOf(' ') + 1), Number.parseInt(entry, 10)]),
)

const everyday = zipf(EVERYDAY_WORDS)
const suffix = zipf(SUFFIXES)

/** Draws the rank of a coined word. With these ranks, two million marks contain 500,000 to 800,000 different words. */
const COINED = ranks(2_000_000, 400)
const coined: Draw<string> = (random) => coin(COINED(random))

const word = weightedChoice<Draw<string>>([
  [coined, 66],
  [everyday, 27],
  [zipf(FIRST_NAMES), 4],
  [zipf(TOWN_WORDS), 2],
])
const drawWord: Draw<string> = (random) => word(random)(random)

const LETTERS = [...'ABCDEFGHIJKLMNOPRSTUVXZ']
const letters: Draw<string> = ({ pick, chance }) =>
  pick(LETTERS) + (chance(0.12) ? '&' : '') + pick(LETTERS) + (chance(0.3) ? pick(LETTERS) : '')

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Draws two words, and joins them into one: `Solmax`, `SolMax`, `Trelmifood`. */
const drawJoined: Draw<string> = (random) => {
  const first = random.chance(0.6) ? everyday(random) : coined(random)
  const second = random.chance(0.55) ? suffix(random) : everyday(random)
  return first + (random.chance(0.35) ? capital(second) : second)
}

const SLOTS: Readonly<Record<string, Draw<string>>> = {
  W: drawWord,
  // The word of a name with one word is mostly coined, because most everyday words are already registered.
  C: (random) => (random.chance(0.7) ? coined(random) : drawWord(random)),
  J: drawJoined,
  K: letters,
  T: zipf(TRADE_WORDS),
  Q: zipf(TAIL_WORDS),
  G: zipf(WEAK_WORDS),
  P: zipf(TOWN_WORDS),
  R: zipf(REGION_WORDS),
  H: () => 'chile',
  9: ({ chance, between, pick }) =>
    String(
      chance(0.3) ? between(1880, 2026) : pick([1, 2, 3, 4, 5, 7, 8, 10, 12, 20, 24, 50, 100, 360, 365]),
    ),
}

/** Draws a name in capitals, with capital first letters, or in lower case. */
function drawName(random: Random): string {
  const style = random.fraction()
  const isTitle = style >= 0.58 && style < 0.94
  const name = pattern(random).replaceAll(/[A-Z9]/g, (slot) => {
    const drawn = (SLOTS[slot] as Draw<string>)(random)
    return isTitle ? capital(drawn) : drawn
  })
  if (isTitle) return capital(name)
  return style < 0.58 ? inCapitals(name, random) : name.toLowerCase()
}

const PLAIN: Readonly<Record<string, string>> = { Á: 'A', É: 'E', Í: 'I', Ó: 'O', Ú: 'U' }

/** Returns a name in capitals. Accents are often omitted, as people omit them on capitals. The tilde of ñ is kept. */
function inCapitals(name: string, { chance }: Random): string {
  const capitals = name.toUpperCase()
  return chance(0.35) ? capitals.replace(/[ÁÉÍÓÚ]/g, (letter) => PLAIN[letter] as string) : capitals
}

/** The number of names that are kept for repetition. When the list is full, a new name replaces a random name. */
const KEPT = 65_536

/** Returns a function that draws names: usually a new name, sometimes a name that was already drawn. */
export function names(): Draw<string> {
  const kept: string[] = []
  return (random) => {
    if (kept.length > 0 && random.chance(0.06)) return random.pick(kept)
    const name = drawName(random)
    kept[kept.length < KEPT ? kept.length : random.between(0, KEPT - 1)] = name
    return name
  }
}
