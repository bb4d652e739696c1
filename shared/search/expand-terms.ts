import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { alikeWords } from './alike-words.ts'
import { maxNear, type NearWord, nearWords } from './near-words.ts'
import type { Query, Term } from './query.ts'
import { MAX_COUNTED, type MarkCounts } from './rarity.ts'
import { lookupHashes } from './text/deletions.ts'

const FIND_SIMILAR_WORDS = sqlFile(import.meta.url, 'find-similar-words.sql', 'prepared')
const FIND_RELATED_WORDS = sqlFile(import.meta.url, 'find-related-words.sql', 'prepared')

/** A word that a search looks up for a term: the term itself or a similar word. */
export interface Expansion {
  readonly word: string
  /** The number of the term, from 1. Stop words have the numbers after the last term. */
  readonly term: number
  /** How well the word matches the term, from 0 to 1; 0 for a stop word. */
  readonly queryWeight: number
  /** The share of the word's weight that counts as matched if a name contains the word, from 0 to 1. */
  readonly nameWeight: number
  /** The maximum number of marks to read for the word. */
  readonly maxMarks: number
  /** Whether the word counts in the search for marks that match all terms. */
  readonly inConjunction: boolean
}

export interface ExpandedQuery {
  readonly expansions: readonly Expansion[]
  readonly counts: MarkCounts
}

/**
 * The relation of a word to a term:
 * - `near`: the term with two adjacent letters swapped
 * - `joined`: the term joined with an adjacent word of the query
 * - `part`: a part of the term
 * - `longer`: a word whose phonetic code begins or ends with the code of the term
 */
type Kind = 'near' | 'joined' | 'part' | 'longer'

/**
 * A row that a query of the index returns. `word` is a word that was found for the term with the number `term`. Exceptions:
 * - `similar`: `word` has all words that share a deletion hash with the term, separated by spaces
 * - `alike`: `word` has words whose phonetic codes begin or end like the code of the term, separated by spaces
 * - `count`: `word` is a word of the query, and `term` is the number of marks with this word
 */
export interface IndexWord {
  term: number
  kind: Kind | 'similar' | 'alike' | 'count'
  word: string
  /** The phonetic codes of the words in `word`, separated by spaces; empty for `count`. */
  sound: string
}

interface Probe {
  term: number
  kind: Kind
  word: string
}

const MAX_ALIKE = 40
const MAX_MARKS = { same: 80, near: 20, other: 10 }

/** The weight of a word that differs from the term but has the same phonetic code. */
export const SAME_SOUND = 0.95

/** The minimum length of a part at the beginning or end of a term. */
const MIN_PART = 3
const MIN_INNER_PART = 5
const SPLIT_LENGTH = { min: 5, max: 20 }
/**
 * A search finds `longer` and `alike` words only for terms that reach three minimums: the length of the term, the length of
 * its phonetic code, and `Term.share`. The last word of the query needs no minimum share. Swaps need the minimum length.
 */
const MIN_LENGTH_INSIDE = 3
const MIN_SOUND_INSIDE = 2
const MIN_SHARE_INSIDE = 0.25
/** The minimum length of a term, as a share of the length of a `longer` word. */
const MIN_SHARE_OF_LONGER = 0.3

/**
 * Returns the words that share a deletion hash with a term (text/deletions.ts), in one row for each term. Ignores words
 * that were added after the corpus version `version`, so that all pages of a search have the same order.
 */
export const findSimilarWords = (
  database: Queryable,
  { terms }: Query,
  version: number,
): Promise<IndexWord[]> =>
  database.query<IndexWord>(FIND_SIMILAR_WORDS, {
    version,
    deletions: terms.map(({ word, sound, maxMistakes }) => `{${lookupHashes(word, sound, maxMistakes)}}`),
  })

/** Returns the words of all kinds except `similar` (see `IndexWord`). */
export function findRelatedWords(database: Queryable, query: Query, version: number): Promise<IndexWord[]> {
  const { terms, stopWords } = query
  const probes = [
    ...terms.flatMap((term, at) => [...swaps(term, at + 1), ...parts(term, at + 1)]),
    ...joinedWords(query),
  ]
  const inside = [...terms.entries()].filter(
    ([, { word, sound, share }]) =>
      word.length >= MIN_LENGTH_INSIDE &&
      sound.length >= MIN_SOUND_INSIDE &&
      (share >= MIN_SHARE_INSIDE || word === query.words.at(-1)),
  )
  return database.query<IndexWord>(FIND_RELATED_WORDS, {
    version,
    probe_terms: probes.map(({ term }) => term),
    probe_kinds: probes.map(({ kind }) => kind),
    probe_words: probes.map(({ word }) => word),
    inside_terms: inside.map(([at]) => at + 1),
    inside_sounds: inside.map(([, { sound }]) => sound),
    words: [...terms.map(({ word }) => word), ...stopWords],
    max_counted: MAX_COUNTED,
  })
}

/**
 * Returns the words to look up for each term: the term itself and similar words.
 *
 * @param found the rows of `findSimilarWords` and `findRelatedWords`
 * @param beginning the last word of the query, if it may be the beginning of a longer word
 */
export function expandTerms(query: Query, found: readonly IndexWord[], beginning?: string): ExpandedQuery {
  const { terms, stopWords } = query
  return {
    expansions: [
      ...merged(
        found
          .flatMap((each) => weighted(query, terms[each.term - 1] as Term, each))
          .map((each) => (terms[each.term - 1]?.word === beginning ? completing(each, beginning) : each)),
      ),
      ...stopWords.map((word, at) => ofStopWord(word, terms.length + at + 1)),
    ],
    counts: new Map(found.filter(({ kind }) => kind === 'count').map(({ word, term }) => [word, term])),
  }
}

function merged(expansions: readonly Expansion[]): Expansion[] {
  const byWord = new Map<string, Expansion>()
  for (const each of expansions) {
    const key = `${each.term} ${each.word}`
    const known = byWord.get(key)
    byWord.set(key, known ? greatestOf(known, each) : each)
  }
  return [...byWord.values()]
}

const greatestOf = (one: Expansion, other: Expansion): Expansion => ({
  ...one,
  queryWeight: Math.max(one.queryWeight, other.queryWeight),
  nameWeight: Math.max(one.nameWeight, other.nameWeight),
  maxMarks: Math.max(one.maxMarks, other.maxMarks),
  inConjunction: one.inConjunction || other.inConjunction,
})

/** Returns the term with each pair of adjacent letters swapped: `abc` -> `bac`, `acb`. */
const swaps = ({ word }: Term, term: number): Probe[] =>
  Array.from(
    { length: word.length < MIN_LENGTH_INSIDE ? 0 : word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  )
    .filter((other) => other !== word)
    .map((other) => ({ term, kind: 'near', word: other }))

function parts({ word }: Term, term: number): Probe[] {
  const { length } = word
  const probes: Probe[] = []
  if (length < SPLIT_LENGTH.min || length > SPLIT_LENGTH.max) {
    return probes
  }
  for (let start = 0; start < length; start++) {
    for (let end = start + MIN_PART; end <= length; end++) {
      const atAnEnd = (start === 0) !== (end === length)
      const inside = start > 0 && end < length && end - start >= MIN_INNER_PART
      if (atAnEnd || inside) probes.push({ term, kind: 'part', word: word.slice(start, end) })
    }
  }
  return probes
}

function joinedWords({ words, terms }: Query): Probe[] {
  const numbers = new Map(terms.map(({ word }, at) => [word, at + 1]))
  return words.slice(0, -1).flatMap((word, at) => {
    const next = words[at + 1] as string
    return [word, next]
      .flatMap((each) => numbers.get(each) ?? [])
      .map((term): Probe => ({ term, kind: 'joined', word: word + next }))
  })
}

function weighted(query: Query, term: Term, found: IndexWord): Expansion[] {
  const { word } = found
  const base = { word, term: found.term, inConjunction: false }
  switch (found.kind) {
    case 'similar':
      return nearWords(term, word, found.sound, maxNear(query.terms.length)).map((near) =>
        nearExpansion(query, term, found.term, near),
      )
    case 'near':
      return nearWords(term, word, found.sound, 1).map((near) => nearExpansion(query, term, found.term, near))
    case 'joined':
      return [{ ...base, queryWeight: 0.97, nameWeight: 1, maxMarks: MAX_MARKS.same }]
    case 'part': {
      const queryWeight = (0.95 * word.length) / term.word.length
      return [{ ...base, queryWeight, nameWeight: 0.9, maxMarks: MAX_MARKS.other }]
    }
    case 'longer': {
      const share = term.word.length / word.length
      const nameWeight = 0.2 + 0.75 * share
      return share < MIN_SHARE_OF_LONGER
        ? []
        : [{ ...base, queryWeight: 0.9, nameWeight, maxMarks: MAX_MARKS.other }]
    }
    case 'alike':
      return alikeWords(term, word, found.sound, MAX_ALIKE).map((alike) => ({
        ...base,
        word: alike.word,
        queryWeight: alike.similarity,
        nameWeight: alike.similarity,
        maxMarks: MAX_MARKS.other,
      }))
    case 'count':
      return []
  }
}

function nearExpansion(
  { distinct }: Query,
  term: Term,
  number: number,
  { word, sound, mistakes }: NearWord,
): Expansion {
  const weight = nearWeight(term, { word, sound }, mistakes)
  const maxMarks = mistakes === 0 ? MAX_MARKS.same : mistakes === 1 ? MAX_MARKS.near : MAX_MARKS.other
  // In the search for marks that match all terms, a word of the query matches only the term that is equal to it.
  const inConjunction = word === term.word || !distinct.includes(word)
  return { word, term: number, queryWeight: weight, nameWeight: weight, maxMarks, inConjunction }
}

function nearWeight(term: Term, other: { word: string; sound: string }, mistakes: number): number {
  if (term.word === other.word) return 1
  if (mistakes === 0) return SAME_SOUND
  return Math.max(0.3, 1 - (1.1 * mistakes) / Math.max(term.sound.length, other.sound.length))
}

/** Gives full weight to a longer word that begins with `beginning`. */
const completing = (expansion: Expansion, beginning = ''): Expansion =>
  expansion.word !== beginning && expansion.word.startsWith(beginning)
    ? { ...expansion, queryWeight: 1, nameWeight: 1, maxMarks: MAX_MARKS.near, inConjunction: true }
    : expansion

/** Returns an expansion with `maxMarks` 0: a search reads no marks for a stop word, because too many names contain it. */
const ofStopWord = (word: string, term: number): Expansion => ({
  word,
  term,
  queryWeight: 0,
  nameWeight: 1,
  maxMarks: 0,
  inConjunction: true,
})
