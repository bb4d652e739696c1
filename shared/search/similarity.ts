import { likeness } from '../platform/text/edit-distance.ts'
import { wordsOf } from './index/name-entry.ts'
import type { Query } from './query.ts'
import { weightOf } from './text/shares.ts'
import { soundOf } from './text/sound.ts'
import { isWeak } from './text/weak-words.ts'

/** A mark's name as the index holds it. */
export interface Name {
  readonly name: string
  readonly sound: string
}

/** How much a name is like a query, from 0 to 1; more than 1 where both are the same in some way. */
export interface Closeness {
  /** As a whole, letter by letter and by ear. */
  readonly whole: number
  /** In whatever way it comes closest: as a whole, by its words, its beginning, or as an element of the query. */
  readonly closest: number
}

const SAME_NAME = 2
const SAME_LETTERS = 1.9
const SAME_SOUND = 1.8

/** Of two words that sound the same; of others it may come close, no more. */
const SAME_WORD_SOUND = 0.96

/** Likeness by ear counts a little less than by eye, a few words in common less than a whole that is alike. */
const BY_EAR = 0.98
const BY_WORDS = 0.95

/** Two words that are less alike have nothing to do with each other. */
const LEAST_LIKENESS = 0.5
/** A shorter part says nothing, an inner one even less. */
const SHORTEST_PART = 3
const SHORTEST_INNER_PART = 5
/** A letter, or a weak word, is no element. */
const LIGHTEST_ELEMENT = 2

/** What names have in common that begin with the same word, however little the word is of them. */
const BEGINNING = 0.4

/** A word of a query with what is compared of it. */
interface Asked {
  readonly word: string
  readonly sound: string
  readonly weight: number
}

/** A word of a name: its weight, how much it is like each word that was asked for, and like the most alike of them. */
interface Word {
  readonly word: string
  readonly weight: number
  readonly alike: readonly number[]
  readonly most: number
}

/** Compares names with one query; what it finds out about a word it remembers for the next name. */
export function comparedWith(query: Query): (name: Name) => Closeness {
  const asked = query.distinct.map((word) => ({ word, sound: soundOf(word), weight: weightOf(word) }))
  const total = weightOfAll(asked)
  const known = new Map<string, Word>()
  const look = (text: string): Word => {
    const word = known.get(text) ?? compareWord(asked, text)
    known.set(text, word)
    return word
  }
  return (name) => {
    const whole = wholeLikeness(query, name)
    const words = wordsOf(name.name).map(look)
    const own = weightOfAll(words)
    const closest = Math.max(
      whole,
      BY_WORDS * wordLikeness(asked, words, total, own),
      elementLikeness(asked, words, total, own),
      beginningLikeness(asked, words, total, own),
    )
    return { whole, closest }
  }
}

function wholeLikeness(query: Query, { name, sound }: Name): number {
  if (query.name === name) return SAME_NAME
  const letters = name.replaceAll(' ', '')
  if (query.letters === letters) return SAME_LETTERS
  if (query.sound === sound) return SAME_SOUND
  return Math.max(likeness(query.letters, letters), BY_EAR * likeness(query.sound, sound))
}

/**
 * How much of the query the words cover, and how much of them it explains: the mean of both, by the product.
 *
 * @param total weight of the query
 * @param own weight of the words
 */
function wordLikeness(asked: readonly Asked[], words: readonly Word[], total: number, own: number): number {
  let covered = 0
  for (const [at, { weight }] of asked.entries()) {
    let most = 0
    for (const { alike } of words) most = Math.max(most, alike[at] ?? 0)
    covered += weight * most
  }
  let explained = 0
  for (const { weight, most } of words) explained += weight * most
  return Math.sqrt((covered / total) * (explained / own))
}

function compareWord(asked: readonly Asked[], word: string): Word {
  const sound = soundOf(word)
  const alike = asked.map((each) => oneWordLikeness(each, { word, sound }))
  return { word, weight: weightOf(word), alike, most: Math.max(...alike) }
}

function oneWordLikeness(one: Pick<Asked, 'word' | 'sound'>, other: Pick<Asked, 'word' | 'sound'>): number {
  if (one.word === other.word) return 1
  if (one.sound === other.sound) return SAME_WORD_SOUND
  const alike = Math.max(likeness(one.word, other.word), BY_EAR * likeness(one.sound, other.sound))
  const [short, long] = byLength(one.word, other.word)
  const within = short.length >= SHORTEST_PART && (long.startsWith(short) || long.endsWith(short))
  const most = within ? Math.max(alike, 0.45 + (0.5 * short.length) / long.length) : alike
  return most < LEAST_LIKENESS ? 0 : most
}

/** A name that is, whole, an element of the query: `LIFE` of `THOMSON LIFE`, `BUD` of `BUDMEN`. */
function elementLikeness(
  asked: readonly Asked[],
  words: readonly Word[],
  total: number,
  own: number,
): number {
  if (own < LIGHTEST_ELEMENT) return 0
  const letters = words.map(({ word }) => word).join('')
  let most = words.every(isAsked)
    ? weightOfAll(asked.filter(({ word }) => words.some((each) => each.word === word)))
    : 0
  for (const { word, weight } of asked) most = Math.max(most, partOf(word, letters) * weight)
  return most === 0 ? 0 : 0.5 + most / total / 2
}

const isAsked = ({ most }: Word): boolean => most === 1

/** A name that begins as the query does, weak words apart: the beginning of a mark is what people keep in mind. */
function beginningLikeness(
  asked: readonly Asked[],
  words: readonly Word[],
  total: number,
  own: number,
): number {
  const first = asked.findIndex(({ word }) => !isWeak(word))
  const ownFirst = words.find(({ word }) => !isWeak(word))
  if (first < 0 || !ownFirst || (ownFirst.alike[first] ?? 0) < SAME_WORD_SOUND) return 0
  const parts = (asked[first]?.weight ?? 0) / total + ownFirst.weight / own
  return BEGINNING + (parts * (1 - BEGINNING)) / 2
}

/** How much of a longer word a part of it is; one that does not begin it counts a little less. */
function partOf(word: string, part: string): number {
  const at = part.length < SHORTEST_PART || part.length === word.length ? -1 : word.indexOf(part)
  const counts = at === 0 || (at > 0 && (word.endsWith(part) || part.length >= SHORTEST_INNER_PART))
  return counts ? ((at === 0 ? 1 : 0.9) * part.length) / word.length : 0
}

const byLength = (one: string, other: string): [string, string] =>
  one.length < other.length ? [one, other] : [other, one]

const weightOfAll = (words: readonly { weight: number }[]): number => {
  let total = 0
  for (const { weight } of words) total += weight
  return total
}
