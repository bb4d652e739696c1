import { isStopWord, STOP_WORD_WEIGHT } from './stop-words.ts'

/** The sum of the shares of all words of a name, before rounding. A share is in thousandths. */
export const FULL_SHARE = 1_000

/** Returns the weight of a word: its number of letters, or a quarter of this number for a stop word. */
export const wordWeight = (word: string): number => (isStopWord(word) ? STOP_WORD_WEIGHT : 1) * word.length

export const totalWeight = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + wordWeight(word), 0)

/** Returns the sum of the weights of words, in quarters of a letter. This sum is an integer. */
export const weightInQuarters = (words: readonly string[]): number => totalWeight(words) / STOP_WORD_WEIGHT

/** For each word of a name, returns its share of the weight of the name, in thousandths. A share is at least 1. */
export function wordShares(words: readonly string[]): number[] {
  const total = totalWeight(words)
  return words.map((word) => Math.max(1, Math.round((wordWeight(word) * FULL_SHARE) / total)))
}
