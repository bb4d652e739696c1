import type { BrandSearch, BrandSummary } from '../../schemas/brand.ts'
import type { Queryable } from '../db/database.ts'
import type { CursorPosition } from '../platform/cursor.ts'
import type { SearchFilters } from '../search/paginate-hits.ts'

/** The parameters that decide which brands a listing or search returns, and in which order. */
export type BrandFilters = SearchFilters & Pick<BrandSearch, 'q'>

/** A brand with its position in the order in which it was read. */
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
  /** Returns whether a position belongs to this order. The position of a cursor is checked before a statement uses it. */
  isPosition(position: CursorPosition, filters: BrandFilters): boolean
}

/** Matches an application number in a cursor. */
export const NUMBER = /^\d{1,18}$/
