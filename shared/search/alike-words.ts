import { likeness } from '../platform/text/edit-distance.ts'
import type { Term } from './query.ts'
import { countTrigrams, Trigrams } from './text/trigrams.ts'

/** A word of the index. Its phonetic code is similar to the code of a term (a word of the query). */
export interface AlikeWord {
  readonly word: string
  /** From 0 to 1. */
  readonly similarity: number
}

/** The weight of common trigrams in a similarity, from 0 to 1. The edit distance has the remaining weight. */
export const TRIGRAM_WEIGHT = 0.6

/** The minimum number of common trigrams. Codes that begin with `abc` have three: `  a`, ` ab` and `abc`. */
const MIN_COMMON = 3

/**
 * Returns up to `count` words with a phonetic code similar to the code of a term, most similar first.
 *
 * @param words words of the index, separated by spaces; a word may occur several times
 * @param sounds the phonetic codes of `words`, in the same order
 */
export function alikeWords(term: Term, words: string, sounds: string, count: number): AlikeWord[] {
  const codes = sounds.split(' ')
  const similarity = similarityTo(term.sound)
  const alike = new Map<string, AlikeWord>()
  for (const [at, word] of words.split(' ').entries()) {
    const similar = word === term.word || alike.has(word) ? 0 : similarity(codes[at] as string)
    if (similar > 0) alike.set(word, { word, similarity: similar })
  }
  return [...alike.values()]
    .sort((one, other) => other.similarity - one.similarity || (one.word < other.word ? -1 : 1))
    .slice(0, count)
}

function similarityTo(one: string): (other: string) => number {
  const trigrams = new Trigrams([one])
  return (other) => {
    const common = trigrams.commonWith(other).length
    return common < MIN_COMMON
      ? 0
      : (TRIGRAM_WEIGHT * common) / (trigrams.size + countTrigrams(other) - common) +
          (1 - TRIGRAM_WEIGHT) * likeness(one, other)
  }
}
