import type { BrandSearch, BrandSummary } from '../../schemas/brand.ts'
import type { Queryable } from '../db/database.ts'
import type { CursorPosition } from '../platform/cursor.ts'
import type { SearchFilters } from '../search/paginate-hits.ts'

/** The filters of a listing or a search. Only a search has `q`. */
export type BrandFilters = SearchFilters & Pick<BrandSearch, 'q'>

/** A brand with its position in a `BrandOrder`. */
export interface PositionedBrand {
  brand: BrandSummary
  position: CursorPosition
}

/** An order in which brands are read, page by page. */
export interface BrandOrder {
  /** Reads the next `count` brands after a position, or the first `count` brands if the position is undefined. */
  read(
    database: Queryable,
    filters: BrandFilters,
    after: CursorPosition | undefined,
    count: number,
  ): Promise<PositionedBrand[]>
  /** Returns whether the position of a cursor is valid for this order. */
  isPosition(position: CursorPosition, filters: BrandFilters): boolean
}

/** Matches an application number in a cursor. */
export const NUMBER = /^\d{1,18}$/
