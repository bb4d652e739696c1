import { maxMistakes } from './text/deletions.ts'
import { phoneticCode } from './text/phonetic-code.ts'
import { isStopWord } from './text/stop-words.ts'
import { tokenize } from './text/tokenize.ts'
import { totalWeight, wordWeight } from './text/word-weights.ts'

/** A word of a query that is also searched for in similar spellings. */
export interface Term {
  readonly word: string
  readonly sound: string
  /** Its share in the weight of all terms, from 0 to 1. */
  readonly share: number
  /** The number of typing errors with which a word may still match it. */
  readonly maxMistakes: number
}

/** The parsed text of the parameter `q`. */
export interface Query {
  /** Its normalized words, in the order in which they were typed. */
  readonly words: readonly string[]
  /** Its words without repetitions. */
  readonly distinct: readonly string[]
  /** The words joined with a space, joined without one, and the phonetic code of the latter. */
  readonly name: string
  readonly letters: string
  readonly sound: string
  /** The heaviest words; stop words only if the query has no others. */
  readonly terms: readonly Term[]
  /** The stop words that are not terms. */
  readonly stopWords: readonly string[]
}

/** The maximum numbers of terms and stop words; further words are only searched for in the full text. */
const MAX_TERMS = 6
const MAX_STOP_WORDS = 4

/** Parses a `q`. Without any letter or digit it has no words and matches nothing (docs/decisions.md#requests). */
export function parseQuery(q: string): Query {
  const words = tokenize(q)
  const distinct = [...new Set(words)]
  const significant = distinct.filter((word) => !isStopWord(word))
  const terms = heaviest(significant.length > 0 ? significant : distinct)
  const weight = totalWeight(terms)
  const letters = words.join('')
  return {
    words,
    distinct,
    name: words.join(' '),
    letters,
    sound: phoneticCode(letters),
    terms: terms.map((word) => ({
      word,
      sound: phoneticCode(word),
      share: wordWeight(word) / weight,
      maxMistakes: maxMistakes(word),
    })),
    stopWords: significant.length > 0 ? distinct.filter(isStopWord).slice(0, MAX_STOP_WORDS) : [],
  }
}

/** Returns the heaviest words in the order in which they were typed. */
function heaviest(words: readonly string[]): string[] {
  const chosen = new Set(words.toSorted((a, b) => wordWeight(b) - wordWeight(a)).slice(0, MAX_TERMS))
  return words.filter((word) => chosen.has(word))
}

/** The minimum length of a last word that is completed; too many words begin with a shorter one. */
const MIN_BEGINNING = 3

/**
 * Returns the last word of a query, which may be the beginning of a word that is being typed; undefined for a short word or
 * a stop word. Only used if no mark has all words of the query.
 */
export function beginningOf({ words }: Query): string | undefined {
  const last = words.at(-1) ?? ''
  return last.length >= MIN_BEGINNING && !isStopWord(last) ? last : undefined
}
