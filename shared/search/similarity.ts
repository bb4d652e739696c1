import { likeness } from '../platform/text/edit-distance.ts'
import { wordsOf } from './index/name-entry.ts'
import type { Query } from './query.ts'
import { phoneticCode } from './text/phonetic-code.ts'
import { isStopWord } from './text/stop-words.ts'
import { wordWeight } from './text/word-weights.ts'

/** The name of a mark as the index stores it. */
export interface Name {
  readonly name: string
  readonly sound: string
}

/** The similarity of a name to a query, from 0 to 1; above 1 if both are equal in letters or phonetic code. */
export interface Similarity {
  /** As a whole, by letters and by phonetic code. */
  readonly whole: number
  /** The greatest of: as a whole, by words, by beginning, as an element of the query. */
  readonly best: number
}

const SAME_NAME = 2
const SAME_LETTERS = 1.9
const SAME_SOUND = 1.8

/** The similarity of two words with the same phonetic code. Other different words have less. */
const SAME_WORD_SOUND = 0.96

/** Similar phonetic codes count a little less than similar letters, and common words less than similar names. */
const SOUND_WEIGHT = 0.98
const WORDS_WEIGHT = 0.95

/** Words with less similarity count as unrelated. */
const MIN_SIMILARITY = 0.5
/** Shorter parts of a word do not count, at its ends and inside it. */
const MIN_PART = 3
const MIN_INNER_PART = 5
/** A lighter name, such as a letter or a short stop word, is not an element. */
const MIN_ELEMENT_WEIGHT = 2

/** The least similarity of names that begin with the same word. */
const SAME_BEGINNING = 0.4

/** A word of a query. */
interface QueryWord {
  readonly word: string
  readonly sound: string
  readonly weight: number
}

/** A word of a name. */
interface NameWord {
  readonly word: string
  readonly weight: number
  /** Its similarity to each word of the query. */
  readonly similarities: readonly number[]
  /** The greatest of them. */
  readonly best: number
}

/** Returns a function that compares names with a query. It caches the comparisons of words. */
export function similarityTo(query: Query): (name: Name) => Similarity {
  const queryWords = query.distinct.map((word) => ({
    word,
    sound: phoneticCode(word),
    weight: wordWeight(word),
  }))
  const queryTotal = weightOfAll(queryWords)
  const cache = new Map<string, NameWord>()
  const compare = (text: string): NameWord => {
    const word = cache.get(text) ?? compareWord(queryWords, text)
    cache.set(text, word)
    return word
  }
  return (name) => {
    const whole = wholeSimilarity(query, name)
    const nameWords = wordsOf(name.name).map(compare)
    const nameTotal = weightOfAll(nameWords)
    const best = Math.max(
      whole,
      WORDS_WEIGHT * wordsSimilarity(queryWords, nameWords, queryTotal, nameTotal),
      elementSimilarity(queryWords, nameWords, queryTotal, nameTotal),
      beginningSimilarity(queryWords, nameWords, queryTotal, nameTotal),
    )
    return { whole, best }
  }
}

function wholeSimilarity(query: Query, { name, sound }: Name): number {
  if (query.name === name) return SAME_NAME
  const letters = name.replaceAll(' ', '')
  if (query.letters === letters) return SAME_LETTERS
  if (query.sound === sound) return SAME_SOUND
  return Math.max(likeness(query.letters, letters), SOUND_WEIGHT * likeness(query.sound, sound))
}

/** The geometric mean of the covered share of the query and the covered share of the name. */
function wordsSimilarity(
  queryWords: readonly QueryWord[],
  nameWords: readonly NameWord[],
  queryTotal: number,
  nameTotal: number,
): number {
  let queryCovered = 0
  for (const [at, { weight }] of queryWords.entries()) {
    let best = 0
    for (const { similarities } of nameWords) best = Math.max(best, similarities[at] ?? 0)
    queryCovered += weight * best
  }
  let nameCovered = 0
  for (const { weight, best } of nameWords) nameCovered += weight * best
  return Math.sqrt((queryCovered / queryTotal) * (nameCovered / nameTotal))
}

function compareWord(queryWords: readonly QueryWord[], word: string): NameWord {
  const sound = phoneticCode(word)
  const similarities = queryWords.map((each) => wordSimilarity(each, { word, sound }))
  return { word, weight: wordWeight(word), similarities, best: Math.max(...similarities) }
}

function wordSimilarity(
  one: Pick<QueryWord, 'word' | 'sound'>,
  other: Pick<QueryWord, 'word' | 'sound'>,
): number {
  if (one.word === other.word) return 1
  if (one.sound === other.sound) return SAME_WORD_SOUND
  const similar = Math.max(likeness(one.word, other.word), SOUND_WEIGHT * likeness(one.sound, other.sound))
  const [short, long] = byLength(one.word, other.word)
  const contained = short.length >= MIN_PART && (long.startsWith(short) || long.endsWith(short))
  const similarity = contained ? Math.max(similar, 0.45 + (0.5 * short.length) / long.length) : similar
  return similarity < MIN_SIMILARITY ? 0 : similarity
}

/** The similarity of a name that as a whole is an element of the query: `LIFE` of `THOMSON LIFE`, `BUD` of `BUDMEN`. */
function elementSimilarity(
  queryWords: readonly QueryWord[],
  nameWords: readonly NameWord[],
  queryTotal: number,
  nameTotal: number,
): number {
  if (nameTotal < MIN_ELEMENT_WEIGHT) return 0
  const letters = nameWords.map(({ word }) => word).join('')
  let matched = nameWords.every(isInQuery)
    ? weightOfAll(queryWords.filter(({ word }) => nameWords.some((each) => each.word === word)))
    : 0
  for (const { word, weight } of queryWords) matched = Math.max(matched, partOf(word, letters) * weight)
  return matched === 0 ? 0 : 0.5 + matched / queryTotal / 2
}

const isInQuery = ({ best }: NameWord): boolean => best === 1

/** The similarity of a name that begins as the query does, stop words apart: people remember the beginning of a mark. */
function beginningSimilarity(
  queryWords: readonly QueryWord[],
  nameWords: readonly NameWord[],
  queryTotal: number,
  nameTotal: number,
): number {
  const first = queryWords.findIndex(({ word }) => !isStopWord(word))
  const nameFirst = nameWords.find(({ word }) => !isStopWord(word))
  if (first < 0 || !nameFirst || (nameFirst.similarities[first] ?? 0) < SAME_WORD_SOUND) return 0
  const shares = (queryWords[first]?.weight ?? 0) / queryTotal + nameFirst.weight / nameTotal
  return SAME_BEGINNING + (shares * (1 - SAME_BEGINNING)) / 2
}

/** The share of a part in a longer word. A part that is not at the beginning counts a little less. */
function partOf(word: string, part: string): number {
  const at = part.length < MIN_PART || part.length === word.length ? -1 : word.indexOf(part)
  const counts = at === 0 || (at > 0 && (word.endsWith(part) || part.length >= MIN_INNER_PART))
  return counts ? ((at === 0 ? 1 : 0.9) * part.length) / word.length : 0
}

const byLength = (one: string, other: string): [string, string] =>
  one.length < other.length ? [one, other] : [other, one]

const weightOfAll = (words: readonly { weight: number }[]): number => {
  let total = 0
  for (const { weight } of words) total += weight
  return total
}
