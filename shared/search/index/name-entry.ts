import { deletionsOf } from '../text/deletions.ts'
import { foldName } from '../text/fold-name.ts'
import { quartersOf, sharesOf, WHOLE } from '../text/shares.ts'
import { soundOf } from '../text/sound.ts'

/**
 * Which rules make an index what it is: folding, sound, weak words, shares, deletions. Whoever changes one of them
 * counts up, and the next start builds the index anew.
 */
export const RULES_VERSION = 1

/** What the index holds of a name: a function of the name alone. */
export interface NameEntry {
  /** Its words, folded, with a space between them; empty for a name without any letter or digit. */
  name: string
  /** How much all of them weigh, in quarters of a letter. */
  weight: number
  /** How much of the name each of the words is, in thousandths. */
  shares: number[]
  /** How all of its words sound, as one. */
  sound: string
}

/** What the index holds of a word: a function of the word alone. */
export interface WordEntry {
  word: string
  sound: string
  /** See `deletionsOf`. */
  deletions: number[]
}

export function nameEntry(denominacion: string): NameEntry {
  const words = foldName(denominacion)
  return {
    name: words.join(' '),
    weight: quartersOf(words),
    shares: sharesOf(words),
    sound: soundOf(words.join('')),
  }
}

/** Each word of a name once, with all that it is of it. */
export function postingsOf({ name, shares }: NameEntry): [word: string, share: number][] {
  const postings = new Map<string, number>()
  for (const [at, word] of wordsOf(name).entries()) {
    postings.set(word, Math.min(WHOLE, (postings.get(word) ?? 0) + (shares[at] ?? 0)))
  }
  return [...postings]
}

/** The words of a folded name. */
export const wordsOf = (name: string): string[] => (name === '' ? [] : name.split(' '))

export function wordEntry(word: string): WordEntry {
  const sound = soundOf(word)
  return { word, sound, deletions: deletionsOf(word, sound) }
}
