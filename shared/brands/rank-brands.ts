import type { BrandSummary } from '../../schemas/brand.ts'
import { statementFilters } from '../../schemas/query-parameters.ts'
import type { Queryable } from '../db/database.ts'
import { filterValues } from '../db/filter-values.ts'
import { sqlFile } from '../db/sql-file.ts'
import type { CursorPosition } from '../platform/cursor.ts'
import { DECIMALS } from '../search/fuse.ts'
import { type Hit, paginateHits } from '../search/paginate-hits.ts'
import { type BrandFilters, type BrandOrder, NUMBER, type PositionedBrand } from './brand-order.ts'

const READ_BRANDS = sqlFile(import.meta.url, 'read-brands.sql', 'prepared')

/** The number of brands that one statement reads if the first hits did not fill the page. */
const BATCH = 500

const INTEGER = /^\d{1,9}$/
const SHARE = /^\d{1,4}$/
const SCORE = new RegExp(`^0\\.\\d{${DECIMALS}}$`)

/**
 * Orders brands by relevance to `q`, then by application number, highest first (docs/decisions.md#requests).
 *
 * Returns the current data of each brand. Skips brands that no longer exist or no longer pass the filters.
 */
export const byRelevance: BrandOrder = {
  read: async (database, filters, after, count) => {
    const found: PositionedBrand[] = []
    let size = count
    for await (const hits of paginateHits(database, filters.q ?? '', filters, after && readPosition(after))) {
      for (let at = 0; at < hits.length && found.length < count; ) {
        const next = hits.slice(at, at + size)
        found.push(...(await readBrands(database, filters, next)))
        at += next.length
        size = BATCH // the first hits did not fill the page
      }
      if (found.length >= count) break
    }
    return found.slice(0, count)
  },
  isPosition: ([version = '', score = '', number = '', ...tail]) =>
    INTEGER.test(version) && SCORE.test(score) && NUMBER.test(number) && isTail(tail),
}

/** Counts the marks that match the `q` of the filters and pass the other filters, up to `most`. */
export async function countHits(database: Queryable, filters: BrandFilters, most: number): Promise<number> {
  let count = 0
  for await (const hits of paginateHits(database, filters.q ?? '', filters)) {
    count += hits.length
    if (count >= most) return most
  }
  return count
}

/** Returns the summaries of hits, in the order of the hits. */
async function readBrands(
  database: Queryable,
  filters: BrandFilters,
  hits: readonly Hit[],
): Promise<PositionedBrand[]> {
  const brands = await database.query<BrandSummary>(READ_BRANDS, {
    ...filterValues(statementFilters, filters),
    numbers: hits.map(({ number }) => number),
  })
  const known = new Map(brands.map((brand) => [brand.nroSolicitud, brand]))
  return hits.flatMap((hit) => {
    const brand = known.get(hit.number)
    return brand ? [{ brand: { ...brand, score: hit.score }, position: positionOf(hit) }] : []
  })
}

const positionOf = ({ version, score, number, tail }: Hit): CursorPosition => [
  String(version),
  score.toFixed(DECIMALS),
  number,
  ...(tail ? [String(tail.rank), String(tail.share)] : []),
]

/** Returns the corpus version that a cursor position contains. */
export const versionOfPosition = ([version]: CursorPosition): string | undefined => version

const isTail = ([rank = '0', share = '0', ...rest]: CursorPosition): boolean =>
  INTEGER.test(rank) && SHARE.test(share) && rest.length === 0

function readPosition([version = '', score = '', number = '', rank, share]: CursorPosition): Hit {
  const hit = { version: Number(version), score: Number(score), number }
  return rank === undefined || share === undefined
    ? hit
    : { ...hit, tail: { rank: Number(rank), share: Number(share) } }
}
