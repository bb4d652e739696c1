import type { BrandSummary } from '../../schemas/brand.ts'
import type { Place } from '../cursor.ts'
import type { Values } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { AFTER_EVERY_NUMBER, type BrandFilters, type BrandOrder, NUMBER } from './brand-order.ts'
import { codesAsked } from './list-brands.ts'

const SEARCH = sqlFile(import.meta.url, 'search-textbook.sql', 'planned')

const SCORE = /^0\.\d{1,12}$/
const BEFORE_EVERY_SCORE = 'infinity'
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * By relevance to `q`, then by application number as a number, highest first; it ends with the window of the search.
 * A `q` without any letter or digit finds nothing (decisions, Requests).
 */
export const byRelevance: BrandOrder = {
  read: async (database, filters, after, count) =>
    LETTER_OR_DIGIT.test(filters.q ?? '')
      ? database.query<BrandSummary>(SEARCH, searchValues(filters, after, count))
      : [],
  // A score has few enough decimals for its shortest text to be exact.
  placeOf: ({ score, nroSolicitud }) => [String(score), nroSolicitud],
  isPlace: ([score = '', number = '', ...rest]) =>
    SCORE.test(score) && NUMBER.test(number) && rest.length === 0,
}

function searchValues(filters: BrandFilters, after: Place | undefined, count: number): Values {
  const [before_score, before_nro] = after ?? [BEFORE_EVERY_SCORE, AFTER_EVERY_NUMBER]
  return {
    q: filters.q,
    clase: filters.clase ?? 0,
    from_day: filters.fechaDesde ?? '-infinity',
    to_day: filters.fechaHasta ?? 'infinity',
    ...codesAsked(filters),
    before_score,
    before_nro,
    count,
  }
}
