import { mistakesIn } from './text/deletions.ts'
import { foldName } from './text/fold-name.ts'
import { weightOf, weightOfWords } from './text/shares.ts'
import { soundOf } from './text/sound.ts'
import { isWeak } from './text/weak-words.ts'

/** A word of a query that marks are looked for by, whatever the spelling. */
export interface Term {
  readonly word: string
  readonly sound: string
  /** How much of the query it is, from 0 to 1. */
  readonly part: number
  /** How many mistakes a word may have and still be taken for it. */
  readonly mistakes: number
}

/** A `q`, read. */
export interface Query {
  /** Its words as they were typed, folded. */
  readonly words: readonly string[]
  /** Each of them once. */
  readonly distinct: readonly string[]
  /** The words with a space between them, without one, and how they sound as one. */
  readonly name: string
  readonly letters: string
  readonly sound: string
  /** The words that say most, weak ones only where there is no other. */
  readonly terms: readonly Term[]
  /** Weak words beside them. */
  readonly weak: readonly string[]
}

/** Nobody means more of them at once; the other words count in the full text. */
const MOST_TERMS = 6
const MOST_WEAK = 4

/** Reads a `q`. Without any letter or digit in it, it has no words, and finds nothing (docs/decisions.md#requests). */
export function readQuery(q: string): Query {
  const words = foldName(q)
  const distinct = [...new Set(words)]
  const strong = distinct.filter((word) => !isWeak(word))
  const terms = heaviest(strong.length > 0 ? strong : distinct)
  const weight = weightOfWords(terms)
  const letters = words.join('')
  return {
    words,
    distinct,
    name: words.join(' '),
    letters,
    sound: soundOf(letters),
    terms: terms.map((word) => ({
      word,
      sound: soundOf(word),
      part: weightOf(word) / weight,
      mistakes: mistakesIn(word),
    })),
    weak: strong.length > 0 ? distinct.filter(isWeak).slice(0, MOST_WEAK) : [],
  }
}

/** The longest words, in the order in which they were typed. */
function heaviest(words: readonly string[]): string[] {
  const chosen = new Set(words.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, MOST_TERMS))
  return words.filter((word) => chosen.has(word))
}
