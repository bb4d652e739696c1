import type { BrandSearch, BrandSummary, MarkFilters } from '../../schemas/brand.ts'
import type { Queryable } from '../db/database.ts'
import type { Place } from '../platform/cursor.ts'

/** The parameters that decide which brands a listing or search holds, and in which order. */
export type BrandFilters = MarkFilters & Pick<BrandSearch, 'q'>

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

/** An application number as places hold it. */
export const NUMBER = /^\d{1,18}$/
