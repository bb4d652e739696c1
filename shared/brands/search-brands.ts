import type { BrandPage, BrandSearch, BrandSummary } from '../../schemas/brand.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { readCursor, writeCursor } from '../platform/cursor.ts'
import { explainHits } from '../search/explain-hit.ts'
import { readFilters } from './brand-filters.ts'
import { byDate } from './list-brands.ts'
import { byRelevance } from './rank-brands.ts'

export const READ_CLASSES = sqlFile(import.meta.url, 'read-classes.sql', 'prepared')

/**
 * Reads one page of the brands that pass the filters: newest first, or best first if there is a `q` (contract,
 * GET /v1/brands; the orders are decided under Requests). A cursor holds the sort key of the last brand, so that new
 * brands do not shift the pages.
 *
 * @throws validation_error for contradictory filters, and for a cursor of another request
 */
export async function searchBrands(database: Queryable, input: BrandSearch): Promise<BrandPage> {
  const { incluir, limit, cursor, ...given } = input
  const included = incluir?.split(',') ?? []
  const filters = readFilters(given, included)
  const order = filters.q === undefined ? byDate : byRelevance
  const request = { operation: 'search-brands', ...filters }
  const after =
    cursor === undefined
      ? undefined
      : readCursor(request, cursor, (position) => order.isPosition(position, filters))
  // One more than the page holds, to know whether there is a next page.
  const found = await order.read(database, filters, after, limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const more = found.length > limit && last !== undefined
  const brands = page.map(({ brand }) => brand)
  const items = included.includes('clasesNiza') ? await withClasses(database, brands) : brands
  return {
    items: included.includes('coincidencia') ? withMatches(filters.q ?? '', items) : items,
    nextCursor: more ? writeCursor(request, last.position) : null,
  }
}

/** Adds the numbers of their classes to the brands of a page. */
async function withClasses(database: Queryable, brands: readonly BrandSummary[]): Promise<BrandSummary[]> {
  const found = await database.query<{ nroSolicitud: string; clases: number[] }>(READ_CLASSES, {
    numbers: brands.map(({ nroSolicitud }) => nroSolicitud),
  })
  const classes = new Map(found.map(({ nroSolicitud, clases }) => [nroSolicitud, clases]))
  return brands.map((brand) => ({ ...brand, clasesNiza: classes.get(brand.nroSolicitud) ?? [] }))
}

/** Adds to the brands of a page how their names match the query. */
function withMatches(q: string, brands: readonly BrandSummary[]): BrandSummary[] {
  const explain = explainHits(q)
  return brands.map((brand) => ({ ...brand, coincidencia: explain(brand.denominacion) }))
}
