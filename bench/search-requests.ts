import { type Dice, dice } from './corpus/random.ts'
import type { DrawnBrand } from './draw-brands.ts'

export const KINDS = ['exact', 'one word', 'typing error'] as const
export type Kind = (typeof KINDS)[number]

export interface SearchRequest {
  kind: Kind
  q: string
}

const SEED = 20_260_303
/** A mistake in less leaves little to find it by. */
const SHORTEST_WORD = 4
const LETTERS = 'abcdefghijklmnñopqrstuvwxyz'
const WORD = new RegExp(`\\p{L}{${SHORTEST_WORD},}`, 'gu')

/** Draws `count` searches for names of the corpus, each kind in turn; the same for the same brands. */
export function drawSearches(brands: readonly DrawnBrand[], count: number): SearchRequest[] {
  const chances = dice(SEED)
  const names = brands.map(({ denominacion }) => denominacion).filter((name) => wordsOf(name).length > 0)
  return Array.from({ length: names.length === 0 ? 0 : count }, (_, place) => {
    const kind = KINDS[place % KINDS.length] as Kind
    return { kind, q: ASK[kind](chances.pick(names), chances) }
  })
}

const ASK: Readonly<Record<Kind, (name: string, chances: Dice) => string>> = {
  exact: (name) => name,
  'one word': (name, { pick }) => pick(wordsOf(name)),
  'typing error': (name, chances) => {
    const word = chances.pick(wordsOf(name))
    return name.replace(word, () => misspell(word, chances))
  },
}

const wordsOf = (name: string): string[] => name.match(WORD) ?? []

/** The word with one letter left out, doubled or wrong, or with two neighbours swapped; never the word itself. */
export function misspell(word: string, { between, pick }: Dice): string {
  const letters = [...word]
  const place = between(0, letters.length - 2)
  const [here = '', next = ''] = letters.slice(place)
  const wrong = pick([...LETTERS].filter((letter) => letter !== here.toLowerCase()))
  const mistakes = [next, here + here + next, wrong + next, ...(here === next ? [] : [next + here])]
  return [...letters.slice(0, place), pick(mistakes), ...letters.slice(place + 2)].join('')
}
