import { type Dice, dice } from '../../corpus/random.ts'
import type { Run } from '../../part.ts'
import { askSlowestAgain, type Slow } from '../ask-queries.ts'
import type { SearchQuery } from '../kinds.ts'
import { lettersIn, oneMistake } from '../mistakes.ts'
import { type Answer, timed, type Way } from '../ways.ts'

/** What came of the worst queries that somebody could think of. */
export interface Fuzz {
  queries: number
  /** Asked five times more; slowest first. */
  slowest: Slow[]
  failures: { q: string; failed: string }[]
}

const SEED = 20_261_031
/** What the contract allows. */
const LONGEST = 200
const OF_EACH = 20
const MIXTURES = 200
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
/** What statements, patterns and text searches could stumble over, and scripts without spaces. */
const ODDITIES = [
  ...`'"\\%_&|!:*()<->[]{};,.?/@#$^~+=`,
  "l'",
  '--',
  ':*',
  'ñ',
  'ß',
  'İ',
  'ﬁ',
  'Ω',
  'é',
  'e\u0301',
  '\u200b',
  '\u0000',
  '\ud800',
  '😀',
  '商標',
  'ｶﾀｶﾅ',
  'العلامة',
  '𝔘',
  '٣',
  '½',
]

type Worst = (dice: Dice, common: readonly string[]) => string

const times = (count: number, draw: () => string): string[] => Array.from({ length: count }, draw)
const letters = (count: number, { pick }: Dice): string => times(count, () => pick(LETTERS)).join('')
const misspelt = (word: string, dice: Dice): string => (lettersIn(word) > 0 ? oneMistake(word, dice) : word)

const WORST: readonly Worst[] = [
  (dice) => letters(LONGEST, dice),
  (dice) => times(LONGEST, () => letters(dice.between(2, 9), dice)).join(' '),
  ({ shuffle }, common) => shuffle(common).slice(0, 60).join(' '),
  ({ pick }, common) => times(60, () => pick(common)).join(' '),
  ({ pick }, common) => times(60, () => pick(common)).join(''),
  ({ pick, between }) => pick(LETTERS).repeat(between(1, LONGEST)),
  ({ pick }) => times(100, () => pick(LETTERS)).join(' '),
  (dice, common) => {
    const short = common.filter((word) => word.length <= 4)
    return times(100, () => misspelt(dice.pick(short.length > 0 ? short : common), dice)).join(' ')
  },
  (dice, common) => times(40, () => misspelt(dice.pick(common), dice)).join(' '),
  ({ pick, between }, common) => pick(common).slice(0, between(1, 3)),
]

const mixture: Worst = (dice, common) => {
  const { pick, between, chance } = dice
  const pieces = times(between(1, 40), () => {
    if (chance(0.25)) return pick(ODDITIES)
    if (chance(0.15)) return String(between(0, 99_999))
    if (chance(0.3)) return letters(between(1, 12), dice)
    return chance(0.5) ? pick(common) : misspelt(pick(common), dice)
  })
  return pieces.map((piece) => piece + (chance(0.7) ? ' ' : '')).join('')
}

/** Texts that the contract allows as a query, each as bad as its kind can be; the same for the same words. */
export function worstTexts(common: readonly string[]): string[] {
  const chances = dice(SEED)
  const words = common.length > 0 ? common : ['de']
  const drawn = [
    ...WORST.flatMap((worst) => times(OF_EACH, () => worst(chances, words))),
    ...times(MIXTURES, () => mixture(chances, words)),
  ]
  return drawn
    .map((text) => [...text].slice(0, LONGEST).join(''))
    .filter((text) => !/^[\s\p{Cc}]*$/u.test(text))
}

export async function measureFuzz(run: Run, way: Way, common: readonly string[]): Promise<Fuzz> {
  const texts = worstTexts(common)
  const asked: { query: SearchQuery; answer: Answer }[] = []
  for (const [place, q] of texts.entries()) {
    if (place % 20 === 0) run.step(`worst queries: ${place + 1} of ${texts.length}`)
    const query: SearchQuery = { kind: 'no hit', q, wanted: null, filters: {} }
    asked.push({ query, answer: await timed(way, query) })
  }
  return {
    queries: texts.length,
    slowest: await askSlowestAgain(run, way, asked),
    failures: asked.flatMap(({ query: { q }, answer: { failed } }) =>
      failed === undefined ? [] : [{ q, failed }],
    ),
  }
}
