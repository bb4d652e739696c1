import type { BrandSummary } from '../../schemas/brand.ts'
import { brandFilters } from '../../schemas/query-parameters.ts'
import type { Queryable } from '../db/database.ts'
import { filterValues } from '../db/filter-values.ts'
import { sqlFile } from '../db/sql-file.ts'
import type { Place } from '../platform/cursor.ts'
import { DECIMALS } from '../search/fuse.ts'
import { type Hit, paginateHits } from '../search/paginate-hits.ts'
import { type BrandFilters, type BrandOrder, NUMBER, type PlacedBrand } from './brand-order.ts'

const READ_BRANDS = sqlFile(import.meta.url, 'read-brands.sql', 'prepared')

/** How many brands are read at once where a page's worth of them was not enough. */
const STRIDE = 500

const COUNT = /^\d{1,9}$/
const SHARE = /^\d{1,4}$/
const SCORE = new RegExp(`^0\\.\\d{${DECIMALS}}$`)

/**
 * By relevance to `q`, then by application number as a number, highest first (docs/decisions.md#requests). A brand is shown
 * as it is now: one that has left since the walk began, or that no longer passes the filters, is passed over.
 */
export const byRelevance: BrandOrder = {
  read: async (database, filters, after, count) => {
    const found: PlacedBrand[] = []
    let size = count
    for await (const hits of paginateHits(database, filters.q ?? '', filters, after && readPlace(after))) {
      for (let at = 0; at < hits.length && found.length < count; ) {
        const next = hits.slice(at, at + size)
        found.push(...(await readBrands(database, filters, next)))
        at += next.length
        size = STRIDE // many have left: they are passed over in large steps
      }
      if (found.length >= count) break
    }
    return found.slice(0, count)
  },
  isPlace: ([version = '', score = '', number = '', ...tail]) =>
    COUNT.test(version) && SCORE.test(score) && NUMBER.test(number) && isTail(tail),
}

/** The summaries of hits, in their order. */
async function readBrands(
  database: Queryable,
  filters: BrandFilters,
  hits: readonly Hit[],
): Promise<PlacedBrand[]> {
  const brands = await database.query<BrandSummary>(READ_BRANDS, {
    ...filterValues(brandFilters, filters),
    numbers: hits.map(({ number }) => number),
  })
  const known = new Map(brands.map((brand) => [brand.nroSolicitud, brand]))
  return hits.flatMap((hit) => {
    const brand = known.get(hit.number)
    return brand ? [{ brand: { ...brand, score: hit.score }, place: placeOf(hit) }] : []
  })
}

const placeOf = ({ version, score, number, tail }: Hit): Place => [
  String(version),
  score.toFixed(DECIMALS),
  number,
  ...(tail ? [String(tail.rank), String(tail.share)] : []),
]

const isTail = ([rank = '0', share = '0', ...rest]: Place): boolean =>
  COUNT.test(rank) && SHARE.test(share) && rest.length === 0

function readPlace([version = '', score = '', number = '', rank, share]: Place): Hit {
  const hit = { version: Number(version), score: Number(score), number }
  return rank === undefined || share === undefined
    ? hit
    : { ...hit, tail: { rank: Number(rank), share: Number(share) } }
}
