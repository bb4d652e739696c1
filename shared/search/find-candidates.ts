import { arrayText } from '../db/array-text.ts'
import type { Queryable, Values } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { type ExpandedQuery, SAME_SOUND } from './expand-terms.ts'
import type { MarksByWord } from './marks-by-word.ts'
import type { Query } from './query.ts'
import { rarity } from './rarity.ts'
import type { Name } from './similarity.ts'

const FIND_CANDIDATES = sqlFile(import.meta.url, 'find-candidates.sql', 'prepared')
const OF_NUMBERS = sqlFile(import.meta.url, 'find-candidates-of-numbers.sql', 'prepared')

export interface Candidate extends Name {
  /** The application number. */
  readonly number: string
}

/** The maximum number of marks found by single words. */
const MAX_BY_WORDS = 250
/** The maximum number of marks in each other list, such as marks with all terms. */
const MAX_BY_NAME = 100
/** A word with at least this many marks is common. */
const COMMON = 80
/** The maximum number of words for one term, in the search for marks with all terms. */
const MAX_IN_CONJUNCTION = 24
const MILLION = 1_000_000

const wordList = (words: readonly string[]): string =>
  words.length === 0 ? '{}' : `{"${words.join('","')}"}`

/** Each column joins the values of all marks. The columns are null if no mark was found. */
interface Found {
  numbers: string | null
  names: string
  sounds: string
}

/**
 * Returns the marks that may be similar to a query, in any order.
 *
 * @param changed the marks in `scope.numeros`, indexed by word; only for a search among changed marks
 */
export async function findCandidates(
  database: Queryable,
  query: Query,
  { expansions, counts }: ExpandedQuery,
  hasFullText: boolean,
  scope: Values,
  changed?: MarksByWord,
): Promise<Candidate[]> {
  const weights = query.terms.map(({ word, share }) => share * rarity(counts, word))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const limitOf = new Map<string, number>()
  for (const { word, maxMarks } of expansions) limitOf.set(word, Math.max(maxMarks, limitOf.get(word) ?? 0))
  const statement = scope.numeros === null ? FIND_CANDIDATES : OF_NUMBERS
  const [found] = await database.query<Found>(statement, {
    ...scope,
    given: changed ? arrayText([...changed.withOneOf(limitOf.keys())]) : (scope.numeros ?? null),
    words: wordList(expansions.map(({ word }) => word)),
    terms: arrayText(expansions.map(({ term }) => term)),
    query_weights: arrayText(expansions.map(({ queryWeight }) => queryWeight)),
    query_parts: arrayText(
      expansions.map(({ term, queryWeight }) =>
        Math.round((MILLION * queryWeight * (weights[term - 1] ?? 0)) / total),
      ),
    ),
    name_weights: arrayText(expansions.map(({ nameWeight }) => nameWeight)),
    max_marks: arrayText(expansions.map(({ word }) => limitOf.get(word))),
    in_conjunction: arrayText(expansions.map(({ inConjunction }) => inConjunction)),
    term_count: query.terms.length + query.stopWords.length,
    last_term: query.terms.length,
    has_full_text: hasFullText,
    name: query.name,
    letters: query.letters,
    sound: query.sound,
    max_by_words: MAX_BY_WORDS,
    max_by_name: MAX_BY_NAME,
    same_sound: SAME_SOUND,
    common: COMMON,
    max_in_conjunction: MAX_IN_CONJUNCTION,
  })
  if (!found || found.numbers === null) return []
  const names = found.names.split('\n')
  const sounds = found.sounds.split(' ')
  return found.numbers
    .split(' ')
    .map((number, at) => ({ number, name: names[at] as string, sound: sounds[at] as string }))
}
