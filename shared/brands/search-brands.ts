import type { BrandPage, BrandSearch, BrandSummary } from '../../schemas/brand.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { readCursor, writeCursor } from '../platform/cursor.ts'
import { explainHits } from '../search/explain-hit.ts'
import { canonical, readFilters } from './brand-filters.ts'
import type { BrandFilters } from './brand-order.ts'
import { changedMarks } from './changes/changed-marks.ts'
import { byDate, countListed } from './list-brands.ts'
import { byRelevance, countHits, versionOfPosition } from './rank-brands.ts'
import { restrictMarks } from './restrict-marks.ts'

/**
 * The response counts the marks that `clase` or `fase` omits because the value is unknown. This count is exact up to 1,000
 * (docs/decisions.md#requests: What filters leave out because it is not known).
 */
const MAX_OMITTED = 1_000

export const READ_CLASSES = sqlFile(import.meta.url, 'read-classes.sql', 'prepared')
const LISTS = {
  clasesNiza: READ_CLASSES,
  titular: sqlFile(import.meta.url, 'read-holders.sql', 'prepared'),
}

/**
 * Reads one page: with `q`, the best matches first, otherwise the newest brands (docs/decisions.md#requests).
 *
 * A cursor contains the sort key of the last brand, so that new brands do not shift the pages.
 *
 * @throws validation_error for invalid filters, or for a cursor from a search with other filters
 */
export async function searchBrands(database: Queryable, input: BrandSearch): Promise<BrandPage> {
  const { incluir = [], limit, cursor, ...given } = input
  const included: readonly string[] = [incluir].flat()
  const read = readFilters(given, included)
  const { q } = read.filters
  const order = q === undefined ? byDate : byRelevance
  const request = {
    operation: 'search-brands',
    ...canonical({ ...given, ...(q === undefined ? {} : { q }) }),
  }
  const after =
    cursor === undefined
      ? undefined
      : readCursor(request, cursor, (position) => order.isPosition(position, read.filters))
  const { cambiadosDesde } = given
  const version = q === undefined || after === undefined ? undefined : versionOfPosition(after)
  const changed =
    cambiadosDesde === undefined ? undefined : await changedMarks(database, cambiadosDesde, version)
  const restrict = await restrictMarks(database, given, changed)
  const filters = restrict(read.filters)
  const [found, omitted] = await Promise.all([
    order.read(database, filters, after, limit + 1), // one more, to know whether there is a next page
    after === undefined ? countOmitted(database, read.omitted, restrict) : {},
  ])
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const more = found.length > limit && last !== undefined
  const brands = page.map(({ brand }) => brand)
  const classed = included.includes('clasesNiza') ? await withLists(database, brands, 'clasesNiza') : brands
  const items = included.includes('titular') ? await withLists(database, classed, 'titular') : classed
  return {
    items: included.includes('coincidencia') ? withMatches(q ?? '', items) : items,
    nextCursor: more ? writeCursor(request, last.position) : null,
    ...omitted,
  }
}

/** Counts the marks that the filters omit because their class or phase is unknown. */
async function countOmitted(
  database: Queryable,
  omitted: ReturnType<typeof readFilters>['omitted'],
  restrict: (filters: BrandFilters) => BrandFilters,
): Promise<Pick<BrandPage, 'omitidasSinClase' | 'omitidasSinFase'>> {
  const counts = Object.entries(omitted).map(async ([name, filters]) => [
    name,
    filters.q === undefined
      ? await countListed(database, restrict(filters), MAX_OMITTED + 1)
      : await countHits(database, restrict(filters), MAX_OMITTED + 1),
  ])
  return Object.fromEntries(await Promise.all(counts))
}

async function withLists(
  database: Queryable,
  brands: readonly BrandSummary[],
  name: 'clasesNiza' | 'titular',
): Promise<BrandSummary[]> {
  const found = await database.query<{ nroSolicitud: string; list: unknown[] }>(LISTS[name], {
    numbers: brands.map(({ nroSolicitud }) => nroSolicitud),
  })
  const lists = new Map(found.map(({ nroSolicitud, list }) => [nroSolicitud, list]))
  return brands.map((brand) => ({ ...brand, [name]: lists.get(brand.nroSolicitud) ?? [] }))
}

function withMatches(q: string, brands: readonly BrandSummary[]): BrandSummary[] {
  const explain = explainHits(q)
  return brands.map((brand) => ({ ...brand, coincidencia: explain(brand.denominacion) }))
}
