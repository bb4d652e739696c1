import { expect } from 'vitest'
import type { BrandSummary } from '../../schemas/brand.ts'
import type { BrandFilters } from '../../shared/brands/brand-order.ts'
import { ask, type TestService } from './service.ts'

/** More pages than any listing of a test has: fails an endless pagination. */
const MOST_PAGES = 5_000

/** A service, and a key for it. */
export interface Walker {
  readonly service: Pick<TestService, 'address'>
  readonly key: string
}

/** Called after each page, with its number from 0 on. */
export type AfterPage = (items: BrandSummary[], page: number) => Promise<unknown>

/**
 * Reads a listing or a search to its end, page by page over HTTP, and returns every mark in order.
 *
 * @param limits the size of each page in turn, from the first one again when they are used up
 */
export async function walkBrands(
  { service, key }: Walker,
  filters: BrandFilters,
  limits: readonly number[],
  afterPage: AfterPage = async () => {},
): Promise<BrandSummary[]> {
  const seen: BrandSummary[] = []
  let cursor: string | null = null
  for (let page = 0; page === 0 || cursor !== null; page++) {
    const limit = limits[page % limits.length] as number
    const query = new URLSearchParams({ ...(filters as Record<string, string>), limit: String(limit) })
    if (cursor !== null) {
      query.set('cursor', cursor)
    }
    const { status, body } = await ask(service, `/v1/brands?${query}`, { key })
    expect(status).toBe(200)
    expect(page).toBeLessThan(MOST_PAGES)
    // Only the last page, which has no next cursor, may have fewer items than the limit.
    expect(body.items.length).toBeLessThanOrEqual(limit)
    expect(body.nextCursor === null || body.items.length === limit).toBe(true)
    seen.push(...body.items)
    cursor = body.nextCursor
    await afterPage(body.items, page)
  }
  return seen
}
