import { editDistance } from '../platform/text/edit-distance.ts'
import type { Term } from './query.ts'

/** The number of near words (similar words of the index) for a whole text. Each word of the text gets an equal part. */
const MAX_NEAR = 80
/** The minimum part of each word, even if the sum of the parts then exceeds MAX_NEAR. */
const MIN_NEAR_PER_WORD = 24

/** Returns the maximum number of near words for each word of a text with `words` words. */
export const maxNear = (words: number): number => Math.max(MIN_NEAR_PER_WORD, Math.round(MAX_NEAR / words))

export interface NearWord {
  readonly word: string
  readonly sound: string
  /** The edit distance between `word` and the term, or between their phonetic codes if that distance is smaller. */
  readonly mistakes: number
}

/**
 * Returns up to `count` words with at most `term.maxMistakes` mistakes, nearest first.
 *
 * @param words words of the index, separated by spaces
 * @param sounds the phonetic codes of `words`, in the same order
 */
export function nearWords(term: Term, words: string, sounds: string, count: number): NearWord[] {
  const codes = sounds.split(' ')
  const near: (NearWord & { inLetters: number })[] = []
  for (const [at, word] of words.split(' ').entries()) {
    const sound = codes[at] as string
    const inSound = mistakesWithin(term.maxMistakes, term.sound, sound)
    const mistakes = Math.min(inSound, mistakesWithin(term.maxMistakes, term.word, word))
    if (mistakes <= term.maxMistakes) {
      near.push({ word, sound, mistakes, inLetters: editDistance(term.word, word) })
    }
  }
  return near
    .sort(
      (one, other) =>
        one.mistakes - other.mistakes || one.inLetters - other.inLetters || (one.word < other.word ? -1 : 1),
    )
    .slice(0, count)
}

/** Returns the edit distance. Skips the slow computation and returns `most + 1` if the length difference exceeds `most`. */
const mistakesWithin = (most: number, one: string, other: string): number =>
  Math.abs(one.length - other.length) > most ? most + 1 : editDistance(one, other)
