import type { BrandPage, BrandSearch } from '../../schemas/brand.ts'
import type { Queryable } from '../db/database.ts'
import { readCursor, writeCursor } from '../platform/cursor.ts'
import { readFilters } from './brand-filters.ts'
import { byDate } from './list-brands.ts'
import { byRelevance } from './rank-brands.ts'
import { withClasses } from './with-classes.ts'

/**
 * Reads one page of the brands that pass the filters: newest first, or best first where there is a `q` (contract,
 * GET /v1/brands; the orders as decided under Requests). Walks are by keyset: what comes in meanwhile moves nothing.
 *
 * @throws validation_error for filters that contradict themselves and for a cursor that is not of this walk
 */
export async function searchBrands(database: Queryable, input: BrandSearch): Promise<BrandPage> {
  const { incluir, limit, cursor, ...given } = input
  const filters = readFilters(given)
  const order = filters.q === undefined ? byDate : byRelevance
  const walk = { operation: 'search-brands', ...filters }
  const after =
    cursor === undefined ? undefined : readCursor(walk, cursor, (place) => order.isPlace(place, filters))
  // One more than asked for tells whether there is a next page.
  const found = await order.read(database, filters, after, limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const more = found.length > limit && last !== undefined
  const items = page.map(({ brand }) => brand)
  return {
    items: incluir === undefined ? items : await withClasses(database, items),
    nextCursor: more ? writeCursor(walk, last.place) : null,
  }
}
