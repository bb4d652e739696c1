import { likeness } from '../platform/text/edit-distance.ts'
import { TRIGRAM_WEIGHT } from './alike-words.ts'
import { wordsOf } from './index/name-entry.ts'
import type { Query } from './query.ts'
import { type MarkCounts, rarity } from './rarity.ts'
import { phoneticCode } from './text/phonetic-code.ts'
import { isStopWord } from './text/stop-words.ts'
import { countTrigrams, Trigrams } from './text/trigrams.ts'
import { wordWeight } from './text/word-weights.ts'

/** The name of a mark as the index stores it. */
export interface Name {
  readonly name: string
  readonly sound: string
}

/**
 * The similarity of a name to a query. Both values are above 1 if the name equals the query, has the same sound or completes
 * the query. Otherwise, they are from 0 to 1.
 */
export interface Similarity {
  /** The similarity of the letters or sounds of the whole name. Not exact below `MIN_WHOLE`: may be 0 instead. */
  readonly whole: number
  /** The weighted mean of two values: the trigram similarity, and the greater of `whole` and the similarity by words. */
  readonly best: number
}

const SAME_NAME = 2
const SAME_LETTERS = 1.9
const SAME_SOUND = 1.8
/** A name that completes the query has a similarity from COMPLETION to COMPLETION + MAX_COMPLETED. */
const COMPLETION = 1
const MAX_COMPLETED = 0.5

/** The minimum of `Similarity.whole` for which a whole name counts as similar to the query. */
export const MIN_WHOLE = 0.8

const SAME_WORD_SOUND = 0.96

const SOUND_WEIGHT = 0.98
const WORDS_WEIGHT = 0.95

/** Lower similarities of two words count as 0. */
const MIN_SIMILARITY = 0.5
/** The minimum length of a part at the beginning or end of a word. */
export const MIN_PART = 3
const MIN_INNER_PART = 5
/** The minimum weight of a name that is an element of the query, such as `LIFE` in `THOMSON LIFE`. */
export const MIN_ELEMENT_WEIGHT = 2

/** The minimum similarity of a name that shares a word with the query. */
const COMMON_WORD = 0.4

interface QueryWord {
  readonly word: string
  readonly sound: string
  /** `wordWeight` times `rarity`. */
  readonly weight: number
}

interface QueryWords {
  readonly words: readonly QueryWord[]
  readonly total: number
  readonly trigrams: Trigrams
  /** For each trigram of the query, the greatest rarity of a word with this trigram. */
  readonly rarities: readonly number[]
  readonly raritiesTotal: number
}

interface NameWord {
  readonly word: string
  readonly weight: number
  /** The similarity of the word to each word of the query. */
  readonly similarities: readonly number[]
  readonly best: number
  /** The trigrams that the word shares with the query, as indexes of `QueryWords.rarities`. */
  readonly common: readonly number[]
}

/**
 * Returns a function that compares names with a query.
 *
 * @param counts the number of marks with each word of the query
 * @param beginning the last word of the query, if it may be the beginning of a longer word
 */
export function similarityTo(
  query: Query,
  counts: MarkCounts,
  beginning?: string,
): (name: Name) => Similarity {
  const queryWords = weighed(query, counts)
  const cache = new Map<string, NameWord>()
  const compare = (text: string): NameWord => {
    const word = cache.get(text) ?? compareWord(queryWords, text)
    cache.set(text, word)
    return word
  }
  return (name) => {
    const equal = equality(query, name)
    if (equal > 0) return { whole: equal, best: equal }
    const nameWords = wordsOf(name.name).map(compare)
    const nameTotal = weightOfAll(nameWords)
    const completed =
      beginning === undefined ? 0 : completedShare(queryWords, beginning, nameWords, nameTotal)
    if (completed > 0) {
      const similarity = COMPLETION + MAX_COMPLETED * completed
      return { whole: similarity, best: similarity }
    }
    const inParts = Math.max(
      WORDS_WEIGHT * wordsSimilarity(queryWords, nameWords, nameTotal),
      elementSimilarity(queryWords, nameWords, nameTotal),
      commonWordSimilarity(queryWords, nameWords, nameTotal),
    )
    const whole = wholeSimilarity(query, name, Math.min(inParts, MIN_WHOLE))
    const closeness = Math.max(whole, inParts)
    const best = TRIGRAM_WEIGHT * trigramSimilarity(queryWords, nameWords) + (1 - TRIGRAM_WEIGHT) * closeness
    return { whole, best }
  }
}

function weighed({ distinct }: Query, counts: MarkCounts): QueryWords {
  const weighedWords = distinct.map((word) => ({
    word,
    sound: phoneticCode(word),
    weight: wordWeight(word) * rarity(counts, word),
  }))
  const trigrams = new Trigrams(distinct)
  const rarities = Array.from({ length: trigrams.size }, () => 0)
  for (const word of distinct) {
    for (const at of trigrams.commonWith(word))
      rarities[at] = Math.max(rarities[at] ?? 0, rarity(counts, word))
  }
  return {
    words: weighedWords,
    total: weightOfAll(weighedWords),
    trigrams,
    rarities,
    raritiesTotal: rarities.reduce((sum, each) => sum + each, 0),
  }
}

function equality(query: Query, { name, sound }: Name): number {
  if (query.name === name) return SAME_NAME
  if (query.letters === name.replaceAll(' ', '')) return SAME_LETTERS
  return query.sound === sound ? SAME_SOUND : 0
}

/** A similarity of letters or sounds counts as 0 if the lengths alone show that it is below `least`. */
function wholeSimilarity(query: Query, { name, sound }: Name, least: number): number {
  const letters = name.replaceAll(' ', '')
  return Math.max(
    lengthRatio(query.letters, letters) < least ? 0 : likeness(query.letters, letters),
    SOUND_WEIGHT * (lengthRatio(query.sound, sound) < least ? 0 : likeness(query.sound, sound)),
  )
}

/** Returns an upper limit of the likeness of two texts. */
const lengthRatio = (one: string, other: string): number =>
  Math.min(one.length, other.length) / Math.max(one.length, other.length)

/** Returns the share of a name that the query contains (`COCA CO` of `COCA COLA`); 0 if the name is not a completion. */
function completedShare(
  { words }: QueryWords,
  beginning: string,
  nameWords: readonly NameWord[],
  nameTotal: number,
): number {
  const completes = nameWords.some(({ word }) => word.startsWith(beginning))
  if (!completes) return 0
  let typed = beginning.length
  for (const { word } of words) {
    if (word === beginning) continue
    if (!nameWords.some((each) => each.word === word)) return 0
    typed += wordWeight(word)
  }
  return Math.min(1, typed / nameTotal)
}

/** Returns the geometric mean of the matched share of the query and the matched share of the name. */
export function wordsSimilarity(
  { words, total }: { readonly words: readonly Pick<QueryWord, 'weight'>[]; readonly total: number },
  nameWords: readonly Pick<NameWord, 'weight' | 'similarities' | 'best'>[],
  nameTotal: number,
): number {
  let queryCovered = 0
  for (const [at, { weight }] of words.entries()) {
    let best = 0
    for (const { similarities } of nameWords) best = Math.max(best, similarities[at] ?? 0)
    queryCovered += weight * best
  }
  let nameCovered = 0
  for (const { weight, best } of nameWords) nameCovered += weight * best
  return Math.sqrt((queryCovered / total) * (nameCovered / nameTotal))
}

function compareWord({ words, trigrams }: QueryWords, word: string): NameWord {
  const sound = phoneticCode(word)
  const similarities = words.map((each) => wordSimilarity(each, { word, sound }))
  return {
    word,
    weight: wordWeight(word),
    similarities,
    best: Math.max(...similarities),
    common: trigrams.commonWith(word),
  }
}

/** Returns the similarity of two words: 1 only for the same word, 0 for unrelated words. */
export function wordSimilarity(
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

/** Returns the similarity of a name such as `LIFE` to a query that contains it, such as `THOMSON LIFE`; 0 for other names. */
function elementSimilarity(
  { words, total }: QueryWords,
  nameWords: readonly NameWord[],
  nameTotal: number,
): number {
  if (nameTotal < MIN_ELEMENT_WEIGHT) return 0
  const letters = nameWords.map(({ word }) => word).join('')
  let matched = nameWords.every(isInQuery)
    ? weightOfAll(words.filter(({ word }) => nameWords.some((each) => each.word === word)))
    : 0
  for (const { word, weight } of words) matched = Math.max(matched, partOf(word, letters) * weight)
  return matched === 0 ? 0 : 0.5 + matched / total / 2
}

const isInQuery = ({ best }: NameWord): boolean => best === 1

/** Returns the similarity of a name that shares a word, or its sound, with the query; 0 for other names. Ignores stop words. */
function commonWordSimilarity(
  { words, total }: QueryWords,
  nameWords: readonly NameWord[],
  nameTotal: number,
): number {
  let shares = 0
  for (const { word, weight, best, similarities } of nameWords) {
    if (best < SAME_WORD_SOUND || isStopWord(word)) continue
    const query = Math.max(
      ...words.map((each, at) => ((similarities[at] ?? 0) < SAME_WORD_SOUND ? 0 : each.weight)),
    )
    shares = Math.max(shares, query / total + weight / nameTotal)
  }
  return shares === 0 ? 0 : COMMON_WORD + (shares * (1 - COMMON_WORD)) / 2
}

/** Returns the weighted Jaccard similarity of the trigrams. Trigrams that are not in the query have the weight 1. */
function trigramSimilarity({ rarities, raritiesTotal }: QueryWords, nameWords: readonly NameWord[]): number {
  const seen = new Uint8Array(rarities.length)
  let common = 0
  let others = 0
  for (const word of nameWords) {
    others += countTrigrams(word.word)
    for (const at of word.common) {
      if (seen[at] === 1) continue
      seen[at] = 1
      common += rarities[at] ?? 0
      others--
    }
  }
  return common / (raritiesTotal + others)
}

/**
 * Returns the share of `word` that `part` covers, reduced if `part` is not at the beginning. Returns 0 if `part` is too short,
 * equal to `word` or not in `word`.
 */
export function partOf(word: string, part: string): number {
  const at = part.length < MIN_PART || part.length === word.length ? -1 : word.indexOf(part)
  const counts = at === 0 || (at > 0 && (word.endsWith(part) || part.length >= MIN_INNER_PART))
  return counts ? ((at === 0 ? 1 : 0.9) * part.length) / word.length : 0
}

const byLength = (one: string, other: string): [string, string] =>
  one.length < other.length ? [one, other] : [other, one]

export const weightOfAll = (words: readonly { weight: number }[]): number => {
  let total = 0
  for (const { weight } of words) total += weight
  return total
}
