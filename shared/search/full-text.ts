import type { Queryable, Values } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import type { Query } from './query.ts'
import { quartersOf, WHOLE } from './text/shares.ts'

const OF_WORD = sqlFile(import.meta.url, 'full-text-of-word.sql', 'prepared')
const OF_WORDS = sqlFile(import.meta.url, 'full-text-of-words.sql', 'prepared')

/** A mark that has all the words of a query, and how much of its name they are, in thousandths. */
export interface FullTextHit {
  readonly number: string
  readonly share: number
}

/** Above every share. */
export const BEFORE_ALL: FullTextHit = { number: '0', share: 2 * WHOLE }

/** Marks with all the words of a query behind a hit: those that they are most of first, then the highest number. */
export function readFullText(
  database: Queryable,
  { distinct, name }: Query,
  scope: Values,
  after: FullTextHit,
  count: number,
): Promise<FullTextHit[]> {
  const place = { ...scope, before_share: after.share, before_nro: after.number, count }
  return distinct.length === 1
    ? database.query(OF_WORD, { ...place, word: distinct[0] })
    : database.query(OF_WORDS, {
        ...place,
        name,
        weight: quartersOf(distinct),
        query: distinct.map(quoted).join(' & '),
      })
}

/** A folded word holds letters, digits and marks alone: nothing of it has to be escaped. */
const quoted = (word: string): string => `'${word}'`
