import type { Queryable, Values } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import type { Query } from './query.ts'
import { FULL_SHARE, weightInQuarters } from './text/word-weights.ts'

const OF_WORD = sqlFile(import.meta.url, 'full-text-of-word.sql', 'prepared')
const OF_WORDS = sqlFile(import.meta.url, 'full-text-of-words.sql', 'prepared')

/** A mark whose name has all words of a query. */
export interface FullTextHit {
  readonly number: string
  /** The share of the query words in the name, in thousandths. */
  readonly share: number
}

export const BEFORE_FIRST: FullTextHit = { number: '0', share: 2 * FULL_SHARE }

/** Returns the next `count` marks that have all words of a query, ordered by share, then by number, both descending. */
export function readFullText(
  database: Queryable,
  { distinct, name }: Query,
  scope: Values,
  after: FullTextHit,
  count: number,
): Promise<FullTextHit[]> {
  const page = { ...scope, before_share: after.share, before_nro: after.number, count }
  return distinct.length === 1
    ? database.query(OF_WORD, { ...page, word: distinct[0] })
    : database.query(OF_WORDS, {
        ...page,
        name,
        weight: weightInQuarters(distinct),
        query: distinct.map(quoted).join(' & '),
      })
}

/** Quotes a normalized word. No escapes are needed, because words have only letters, digits and combining marks. */
const quoted = (word: string): string => `'${word}'`
