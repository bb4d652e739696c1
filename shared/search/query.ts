import { maxMistakes } from './text/deletions.ts'
import { phoneticCode } from './text/phonetic-code.ts'
import { isStopWord } from './text/stop-words.ts'
import { tokenize } from './text/tokenize.ts'
import { totalWeight, wordWeight } from './text/word-weights.ts'

/** A word of a query. For each term, a search also finds similar words. */
export interface Term {
  readonly word: string
  readonly sound: string
  /** The weight of the word divided by the weight of all terms. */
  readonly share: number
  /** The maximum number of typing errors in a matching word. */
  readonly maxMistakes: number
}

/** The parsed text of the parameter `q`. */
export interface Query {
  /** The normalized words in the order of the text. */
  readonly words: readonly string[]
  readonly distinct: readonly string[]
  /** The words, joined with spaces. */
  readonly name: string
  /** The words, joined without spaces. */
  readonly letters: string
  /** The phonetic code of `letters`. */
  readonly sound: string
  /** The words with the greatest weight. Stop words are terms only if the query has no other words. */
  readonly terms: readonly Term[]
  /** The stop words that are not terms. */
  readonly stopWords: readonly string[]
}

const MAX_TERMS = 6
const MAX_STOP_WORDS = 4

/** Parses a query. A text without letters and digits has no words and matches nothing (docs/decisions.md#requests). */
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

function heaviest(words: readonly string[]): string[] {
  const chosen = new Set(words.toSorted((a, b) => wordWeight(b) - wordWeight(a)).slice(0, MAX_TERMS))
  return words.filter((word) => chosen.has(word))
}

/** A shorter beginning would match too many words. */
const MIN_BEGINNING = 3

/** Returns the last word, which the user may still be typing; undefined for a short word or a stop word. */
export function beginningOf({ words }: Query): string | undefined {
  const last = words.at(-1) ?? ''
  return last.length >= MIN_BEGINNING && !isStopWord(last) ? last : undefined
}
