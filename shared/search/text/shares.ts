import { isWeak, WEIGHT_OF_WEAK } from './weak-words.ts'

/** The whole of a name, in the unit of shares. */
export const WHOLE = 1_000

/** How much a word counts in any name: its letters, of a weak word a quarter of them. */
export const weightOf = (word: string): number => (isWeak(word) ? WEIGHT_OF_WEAK : 1) * word.length

/** How much some words weigh together. */
export const weightOfWords = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + weightOf(word), 0)

/** The same in quarters of a letter: a whole number. */
export const quartersOf = (words: readonly string[]): number => weightOfWords(words) / WEIGHT_OF_WEAK

/** How much of a name each of its words is, in thousandths, at least 1; nothing depends on any other name. */
export function sharesOf(words: readonly string[]): number[] {
  const total = weightOfWords(words)
  return words.map((word) => Math.max(1, Math.round((weightOf(word) * WHOLE) / total)))
}
