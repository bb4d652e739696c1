import type { Queryable, Values } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { type Neighbour, SAME_SOUND } from './expand-terms.ts'
import type { Query } from './query.ts'
import type { Name } from './similarity.ts'

const FIND_CANDIDATES = sqlFile(import.meta.url, 'find-candidates.sql', 'prepared')

/** A mark that may be close to a query. */
export interface Candidate extends Name {
  /** Its application number. */
  readonly number: string
}

/** So many of each list are compared with the query in full. */
const MOST_BEST = 300
const MOST_WHOLE = 200
/** A term with so many marks of its own is a common word. */
const COMMON = 80
/** Neighbours of one term that marks are looked for by together with the other terms. */
const MOST_TOGETHER = 24

/** Marks that may be close to a query, as they were in a version of the corpus; in no order. */
export const findCandidates = (
  database: Queryable,
  query: Query,
  neighbours: readonly Neighbour[],
  scope: Values,
): Promise<Candidate[]> =>
  database.query<Candidate>(FIND_CANDIDATES, {
    ...scope,
    words: neighbours.map(({ word }) => word),
    terms: neighbours.map(({ term }) => term),
    stands: neighbours.map(({ stands }) => stands),
    explains: neighbours.map(({ explains }) => explains),
    marks: neighbours.map(({ marks }) => marks),
    together: neighbours.map(({ together }) => together),
    parts: [...query.terms.map(({ part }) => part), ...query.weak.map(() => 0)],
    groups: query.terms.length + query.weak.length,
    name: query.name,
    letters: query.letters,
    sound: query.sound,
    most_best: MOST_BEST,
    most_whole: MOST_WHOLE,
    same_sound: SAME_SOUND,
    common: COMMON,
    most_together: MOST_TOGETHER,
  })
