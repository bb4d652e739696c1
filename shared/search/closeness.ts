import { wordsOf } from './index/name-entry.ts'
import type { Query } from './query.ts'
import { likeness } from './text/edit-distance.ts'
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

/** A word of a name: its weight, and how much it is like each word that was asked for. */
interface Word {
  readonly weight: number
  readonly alike: readonly number[]
}

/** Compares names with one query; what it finds out about a word it remembers for the next name. */
export function comparedWith(query: Query): (name: Name) => Closeness {
  const asked = query.distinct.map((word) => ({ word, sound: soundOf(word), weight: weightOf(word) }))
  const known = new Map<string, Word>()
  const look = (text: string): Word => {
    const word = known.get(text) ?? compareWord(asked, text)
    known.set(text, word)
    return word
  }
  return (name) => {
    const whole = wholeLikeness(query, name)
    const words = wordsOf(name.name)
    const byWords = BY_WORDS * wordLikeness(asked, words.map(look))
    return {
      whole,
      closest: Math.max(whole, byWords, elementLikeness(asked, words), beginningLikeness(asked, words)),
    }
  }
}

function wholeLikeness(query: Query, { name, sound }: Name): number {
  if (query.name === name) return SAME_NAME
  const letters = name.replaceAll(' ', '')
  if (query.letters === letters) return SAME_LETTERS
  if (query.sound === sound) return SAME_SOUND
  return Math.max(likeness(query.letters, letters), BY_EAR * likeness(query.sound, sound))
}

/** How much of the query the words cover, and how much of them it explains: the mean of both, by the product. */
function wordLikeness(asked: readonly Asked[], words: readonly Word[]): number {
  const covered = sum(
    asked.map(({ weight }, at) => weight * Math.max(...words.map(({ alike }) => alike[at] ?? 0))),
  )
  const explained = sum(words.map(({ weight, alike }) => weight * Math.max(...alike)))
  return Math.sqrt((covered / sum(asked.map(weight))) * (explained / sum(words.map(weight))))
}

function compareWord(asked: readonly Asked[], word: string): Word {
  const sound = soundOf(word)
  return { weight: weightOf(word), alike: asked.map((each) => oneWordLikeness(each, { word, sound })) }
}

function oneWordLikeness(one: Pick<Asked, 'word' | 'sound'>, other: Pick<Asked, 'word' | 'sound'>): number {
  if (one.word === other.word) return 1
  if (one.sound === other.sound) return 0.96
  const alike = Math.max(likeness(one.word, other.word), BY_EAR * likeness(one.sound, other.sound))
  const [short, long] = byLength(one.word, other.word)
  const within = short.length >= SHORTEST_PART && (long.startsWith(short) || long.endsWith(short))
  const most = within ? Math.max(alike, 0.45 + (0.5 * short.length) / long.length) : alike
  return most < LEAST_LIKENESS ? 0 : most
}

/** A name that is, whole, an element of the query: `LIFE` of `THOMSON LIFE`, `BUD` of `BUDMEN`. */
function elementLikeness(asked: readonly Asked[], words: readonly string[]): number {
  if (sum(words.map(weightOf)) < LIGHTEST_ELEMENT) return 0
  const letters = words.join('')
  const found = asked.filter(({ word }) => words.includes(word))
  const all = words.every((word) => found.some((each) => each.word === word)) ? sum(found.map(weight)) : 0
  const inside = asked.map(({ word, weight }) => partOf(word, letters) * weight)
  const share = Math.max(all, ...inside) / sum(asked.map(weight))
  return share === 0 ? 0 : 0.5 + share / 2
}

/** A name that begins as the query does, weak words apart: the beginning of a mark is what people keep in mind. */
function beginningLikeness(asked: readonly Asked[], words: readonly string[]): number {
  const first = asked.find(({ word }) => !isWeak(word))
  const own = words.find((word) => !isWeak(word))
  if (first === undefined || own === undefined || (first.word !== own && first.sound !== soundOf(own)))
    return 0
  const parts = first.weight / sum(asked.map(weight)) + weightOf(own) / sum(words.map(weightOf))
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

const weight = (word: { weight: number }): number => word.weight

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
