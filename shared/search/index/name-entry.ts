import { deletionHashes } from '../text/deletions.ts'
import { phoneticCode } from '../text/phonetic-code.ts'
import { tokenize } from '../text/tokenize.ts'
import { FULL_SHARE, weightInQuarters, wordShares } from '../text/word-weights.ts'

/**
 * The version of the rules that determine the index: normalization, phonetic code, stop words, shares, deletions. Increment
 * the version with each change of a rule.
 */
export const RULES_VERSION = 2

/** The columns of a name in the index. */
export interface NameEntry {
  /** The normalized words, joined with spaces; empty for a name without any letter or digit. */
  name: string
  /** The weight of all words: 4 for each letter, but 1 for each letter of a stop word. */
  weight: number
  /** The share of each word in the name, in thousandths. */
  shares: number[]
  /** The phonetic code of all words. */
  sound: string
}

interface WordEntry {
  word: string
  sound: string
  deletions: number[]
}

export function nameEntry(denominacion: string): NameEntry {
  const words = tokenize(denominacion)
  return {
    name: words.join(' '),
    weight: weightInQuarters(words),
    shares: wordShares(words),
    sound: phoneticCode(words.join('')),
  }
}

/** Returns each word of a name once, with the share of the word (at most FULL_SHARE). */
export function postingsOf({ name, shares }: NameEntry): [word: string, share: number][] {
  const postings = new Map<string, number>()
  for (const [at, word] of wordsOf(name).entries()) {
    postings.set(word, Math.min(FULL_SHARE, (postings.get(word) ?? 0) + (shares[at] ?? 0)))
  }
  return [...postings]
}

export const wordsOf = (name: string): string[] => (name === '' ? [] : name.split(' '))

export function wordEntry(word: string): WordEntry {
  const sound = phoneticCode(word)
  return { word, sound, deletions: deletionHashes(word, sound) }
}
