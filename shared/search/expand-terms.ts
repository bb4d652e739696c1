import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { editDistance } from '../platform/text/edit-distance.ts'
import type { Query, Term } from './query.ts'
import { lookupsFor } from './text/deletions.ts'

const FIND_NEIGHBOURS = sqlFile(import.meta.url, 'expand-terms.sql', 'prepared')

/** A word whose marks are looked at because of a term of the query. */
export interface Neighbour {
  readonly word: string
  /** Which term, counted from 1. */
  readonly term: number
  /** How much of the term it stands for, from 0 to 1. */
  readonly stands: number
  /** How much of its share in a name it explains, from 0 to 1. */
  readonly explains: number
  /** How many of its marks are looked at, those that it is most of first. */
  readonly marks: number
  /** Whether marks are looked for that have a neighbour of each term, and this one among them. */
  readonly together: boolean
}

interface Found {
  at: number
  kind: 'near' | 'joined' | 'part' | 'longer'
  word: string
  sound: string
}

interface Probe {
  term: number
  kind: Found['kind']
  word: string
}

/** So many words near all terms together, but at least near each, and so many around each, are looked at. */
const MOST_NEAR = 120
const LEAST_NEAR = 32
const MOST_LONGER = 20
/** Of how many marks of a word: of the same word, of one with one mistake, of any other. */
const MARKS = { same: 80, near: 50, other: 20 }

/** How much of a term a word stands for that only sounds the same; any other stands for less. */
export const SAME_SOUND = 0.95

/** A part of a word is as long, at its beginning or end, and inside it; longer words than this are not taken apart. */
const SHORTEST_PART = 3
const SHORTEST_INNER_PART = 5
const TAKEN_APART = { from: 5, to: 20 }
/** A word is looked for inside longer ones from so many letters on, where it is so much of the query. */
const SHORTEST_INSIDE = 3
const LEAST_PART_INSIDE = 0.25
/** A word that is less of a longer one is not seen in it. */
const LEAST_OF_LONGER = 0.3

/**
 * The words that may stand for the terms of a query, the terms themselves among them, as the index knew them in a
 * version of the corpus: a word that came later must not push another one out of a walk.
 */
export async function findNeighbours(
  database: Queryable,
  query: Query,
  version: number,
): Promise<Neighbour[]> {
  const { terms, weak } = query
  const probes = terms.flatMap((term, at) => [...swapped(term, at + 1), ...parts(term, at + 1)])
  const joined = joinedWords(query)
  const inside = [...terms.entries()].filter(
    ([, { word, part }]) => word.length >= SHORTEST_INSIDE && part >= LEAST_PART_INSIDE,
  )
  const all = [...probes, ...joined]
  const found = await database.query<Found>(FIND_NEIGHBOURS, {
    version,
    terms: terms.map(({ word }) => word),
    sounds: terms.map(({ sound }) => sound),
    mistakes: terms.map(({ mistakes }) => mistakes),
    deletions: terms.map(({ word, sound, mistakes }) => `{${lookupsFor(word, sound, mistakes)}}`),
    probe_terms: all.map(({ term }) => term),
    probe_kinds: all.map(({ kind }) => kind),
    probes: all.map(({ word }) => word),
    long_terms: inside.map(([at]) => at + 1),
    longs: inside.map(([, { word }]) => word),
    most_near: Math.max(LEAST_NEAR, Math.round(MOST_NEAR / terms.length)),
    most_longer: MOST_LONGER,
  })
  return [
    ...onceEach(found.flatMap((each) => neighbour(query, terms[each.at - 1] as Term, each))),
    ...weak.map((word, at) => ofWeak(word, terms.length + at + 1)),
  ]
}

/** A word that was found for a term in several ways is one neighbour, with the best of all of them. */
function onceEach(neighbours: readonly Neighbour[]): Neighbour[] {
  const once = new Map<string, Neighbour>()
  for (const each of neighbours) {
    const key = `${each.term} ${each.word}`
    const known = once.get(key)
    once.set(key, known ? bestOf(known, each) : each)
  }
  return [...once.values()]
}

const bestOf = (one: Neighbour, other: Neighbour): Neighbour => ({
  ...one,
  stands: Math.max(one.stands, other.stands),
  explains: Math.max(one.explains, other.explains),
  marks: Math.max(one.marks, other.marks),
  together: one.together || other.together,
})

/** Typed with two neighbouring letters swapped, which is two mistakes for whoever only counts letters. */
const swapped = ({ word }: Term, term: number): Probe[] =>
  Array.from(
    { length: word.length < SHORTEST_INSIDE ? 0 : word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  )
    .filter((other) => other !== word)
    .map((other) => ({ term, kind: 'near', word: other }))

/** What a longer word may be put together from. */
function parts({ word }: Term, term: number): Probe[] {
  const { length } = word
  const found: Probe[] = []
  if (length < TAKEN_APART.from || length > TAKEN_APART.to) {
    return found
  }
  for (let start = 0; start < length; start++) {
    for (let end = start + SHORTEST_PART; end <= length; end++) {
      const atAnEnd = (start === 0) !== (end === length)
      const inside = start > 0 && end < length && end - start >= SHORTEST_INNER_PART
      if (atAnEnd || inside) found.push({ term, kind: 'part', word: word.slice(start, end) })
    }
  }
  return found
}

/** Neighbouring words of the query as one, for each of their terms. */
function joinedWords({ words, terms }: Query): Probe[] {
  const place = new Map(terms.map(({ word }, at) => [word, at + 1]))
  return words.slice(0, -1).flatMap((word, at) => {
    const next = words[at + 1] as string
    return [word, next]
      .flatMap((each) => place.get(each) ?? [])
      .map((term): Probe => ({ term, kind: 'joined', word: word + next }))
  })
}

function neighbour(query: Query, term: Term, { at, kind, word, sound }: Found): Neighbour[] {
  const of = { word, term: at, together: false }
  switch (kind) {
    case 'near':
      return nearNeighbour(query, term, { ...of, sound })
    case 'joined':
      return [{ ...of, stands: 0.97, explains: 1, marks: MARKS.same }]
    case 'part':
      return [{ ...of, stands: (0.95 * word.length) / term.word.length, explains: 0.9, marks: MARKS.other }]
    case 'longer': {
      const share = term.word.length / word.length
      const explains = 0.2 + 0.75 * share
      return share < LEAST_OF_LONGER ? [] : [{ ...of, stands: 0.9, explains, marks: MARKS.other }]
    }
  }
}

function nearNeighbour(
  { distinct }: Query,
  term: Term,
  { word, sound, term: at }: Pick<Neighbour, 'word' | 'term'> & { sound: string },
): Neighbour[] {
  const mistakes = Math.min(editDistance(term.sound, sound), editDistance(term.word, word))
  if (mistakes > term.mistakes) {
    return []
  }
  const alike = likenessOf(term, { word, sound }, mistakes)
  const marks = mistakes === 0 ? MARKS.same : mistakes === 1 ? MARKS.near : MARKS.other
  // A word that was typed itself stands for itself alone where all terms are looked for together.
  const together = word === term.word || !distinct.includes(word)
  return [{ word, term: at, stands: alike, explains: alike, marks, together }]
}

function likenessOf(term: Term, other: { word: string; sound: string }, mistakes: number): number {
  if (term.word === other.word) return 1
  if (mistakes === 0) return SAME_SOUND
  return Math.max(0.3, 1 - (1.1 * mistakes) / Math.max(term.sound.length, other.sound.length))
}

/** A weak word is only looked for as it is, together with the others: alone it has far too many marks, and says nothing. */
const ofWeak = (word: string, term: number): Neighbour => ({
  word,
  term,
  stands: 0,
  explains: 1,
  marks: 0,
  together: true,
})
