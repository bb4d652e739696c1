import type { Queryable, Values } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { type ExpandedQuery, SAME_SOUND } from './expand-terms.ts'
import type { Query } from './query.ts'
import { rarity } from './rarity.ts'
import type { Name } from './similarity.ts'

const FIND_CANDIDATES = sqlFile(import.meta.url, 'find-candidates.sql', 'prepared')

/** A mark that may be similar to a query. */
export interface Candidate extends Name {
  /** The application number. */
  readonly number: string
}

/** The size of the list by shared words, and of each of the other lists. */
const MAX_BY_WORDS = 250
const MAX_BY_NAME = 100
/** A term with so many marks of its own is a common word. */
const COMMON = 80
/** Expansions of one term in the search for marks that match all terms. */
const MAX_IN_CONJUNCTION = 24

/** Returns the marks that may be similar to a query in a version of the corpus, in no order. */
export function findCandidates(
  database: Queryable,
  query: Query,
  { expansions, counts }: ExpandedQuery,
  scope: Values,
): Promise<Candidate[]> {
  const weights = query.terms.map(({ word, share }) => share * rarity(counts, word))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return database.query<Candidate>(FIND_CANDIDATES, {
    ...scope,
    words: expansions.map(({ word }) => word),
    terms: expansions.map(({ term }) => term),
    query_weights: expansions.map(({ queryWeight }) => queryWeight),
    name_weights: expansions.map(({ nameWeight }) => nameWeight),
    max_marks: expansions.map(({ maxMarks }) => maxMarks),
    in_conjunction: expansions.map(({ inConjunction }) => inConjunction),
    term_shares: [...weights.map((weight) => weight / total), ...query.stopWords.map(() => 0)],
    term_count: query.terms.length + query.stopWords.length,
    name: query.name,
    letters: query.letters,
    sound: query.sound,
    max_by_words: MAX_BY_WORDS,
    max_by_name: MAX_BY_NAME,
    same_sound: SAME_SOUND,
    common: COMMON,
    max_in_conjunction: MAX_IN_CONJUNCTION,
  })
}
