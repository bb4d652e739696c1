import type { Queryable, Values } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import type { Query } from './query.ts'
import { FULL_SHARE, weightInQuarters } from './text/word-weights.ts'

const OF_WORD = sqlFile(import.meta.url, 'full-text-of-word.sql', 'prepared')
const OF_WORDS = sqlFile(import.meta.url, 'full-text-of-words.sql', 'prepared')

/** A mark that has all the words of a query, and their share in its name, in thousandths. */
export interface FullTextHit {
  readonly number: string
  readonly share: number
}

/** The position before the first hit: its share is above the share of any hit. */
export const BEFORE_FIRST: FullTextHit = { number: '0', share: 2 * FULL_SHARE }

/** Returns the marks with all the words of a query that follow `after`, by share, then by number, highest first. */
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

/** Quotes a normalized word; it has only letters, digits and combining marks, so nothing needs to be escaped. */
const quoted = (word: string): string => `'${word}'`
