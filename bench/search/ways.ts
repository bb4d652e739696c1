import { searchBrands } from '../../shared/brands/search-brands.ts'
import type { Database } from '../../shared/db/database.ts'
import { foldName } from '../../shared/search/text/fold-name.ts'
import { HITS, type SearchQuery } from './kinds.ts'

/** A way to search: the names of its first hits, best first. */
export interface Way {
  ask(query: SearchQuery): Promise<string[]>
}

export const WAYS = ['ours', 'textbook'] as const
export type WayName = (typeof WAYS)[number]

/** What became of one query. */
export interface Answer {
  /** In milliseconds. */
  ms: number
  /** Where the wanted name was, from 1 on; null: not among the hits, or no name was wanted. */
  rank: number | null
  /** How many hits there were. */
  hits: number
  /** Why there was no answer. */
  failed?: string
}

/** The search of this service, without HTTP and key. */
export const ours = (database: Database): Way => ({
  ask: async ({ q, filters }) =>
    (await searchBrands(database, { q, limit: HITS, ...filters })).items.map(
      ({ denominacion }) => denominacion,
    ),
})

/** Asks once; that there is no answer is one, too. */
export async function timed(way: Way, query: SearchQuery): Promise<Answer> {
  const startedAt = performance.now()
  try {
    const names = await way.ask(query)
    const ms = performance.now() - startedAt
    return { ms, rank: rankOf(query.wanted, names), hits: names.length }
  } catch (error) {
    const ms = performance.now() - startedAt
    return { ms, rank: null, hits: 0, failed: (error as Error).message }
  }
}

/** The place of the first name that is the wanted one but for case, accents and punctuation. */
export function rankOf(wanted: string | null, names: readonly string[]): number | null {
  const place = names.findIndex((name) => foldName(name).join(' ') === wanted)
  return place < 0 ? null : place + 1
}
