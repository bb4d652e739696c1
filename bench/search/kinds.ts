import type { BrandFilters } from '../../shared/brands/brand-order.ts'

/** What is asked for in as many ways as people ask, in the order in which it is told. */
export const KINDS = [
  'identical',
  'one error',
  'two errors',
  'Spanish sound',
  'joined',
  'split',
  'one common word',
  'common words',
  'rare with common',
  'filtered',
  'no hit',
  'decided conflict',
] as const
export type Kind = (typeof KINDS)[number]

/** One search, and what it is meant to find. */
export interface SearchQuery {
  readonly kind: Kind
  readonly q: string
  /** The name that is looked for, folded; null where none is more right than others. */
  readonly wanted: string | null
  readonly filters: Omit<BrandFilters, 'q'>
}

/** How many hits are asked for: a mark further behind is not found. */
export const HITS = 20
