import type { BrandSearch, BrandSummary } from '../../schemas/brand.ts'
import type { Queryable } from '../db/database.ts'
import type { Place } from '../platform/cursor.ts'

/** What a listing is of: every parameter but those that turn its pages. */
export type BrandFilters = Omit<BrandSearch, 'incluir' | 'limit' | 'cursor'>

/** A brand, and where it stands in the order that it was read in. */
export interface PlacedBrand {
  brand: BrandSummary
  place: Place
}

/** One order in which brands are walked through, a page at a time. */
export interface BrandOrder {
  /** The first `count` brands behind a place, or of all. */
  read(
    database: Queryable,
    filters: BrandFilters,
    after: Place | undefined,
    count: number,
  ): Promise<PlacedBrand[]>
  /** Whether a place is one of this order: what a cursor holds is checked before it reaches a statement. */
  isPlace(place: Place, filters: BrandFilters): boolean
}

/** Behind every application number. */
export const AFTER_EVERY_NUMBER = '9223372036854775807'

/** An application number as places hold it. */
export const NUMBER = /^\d{1,18}$/
