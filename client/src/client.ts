import { addressesBelow } from './address.ts'
import { asking, type Manner } from './ask.ts'
import { ConnectionError } from './errors.ts'
import type {
  BrandDetail,
  BrandPage,
  BrandQuery,
  BrandSummary,
  Freshness,
  FreshnessQuery,
  SyncRun,
  SyncRunPage,
  SyncRunQuery,
} from './types.ts'
import { wait } from './wait.ts'

export interface ClientOptions extends Manner {
  /** Where the service is, such as `http://127.0.0.1:8080`: what comes before `/v1`. */
  baseUrl: string
}

export interface CallOptions {
  /** Ends the call with the reason of the signal, also one that waits. */
  signal?: AbortSignal | undefined
}

/**
 * The service, an operation a method. Each throws a `ServiceError` where the service refuses, a `ConnectionError` where
 * nothing answers or something else, and the reason of a signal that aborts.
 */
export interface Client {
  /** Searches or lists brands, a page at a time. */
  searchBrands(query?: BrandQuery, options?: CallOptions): Promise<BrandPage>
  /** Every brand of such a listing, page after page from `cursor` on; `limit`, 100 by default, is that of the pages. */
  walkBrands(query?: BrandQuery, options?: CallOptions): AsyncGenerator<BrandSummary, void, undefined>
  /** Reads one brand in detail; the `code` of the error is `not_found` where there is none of the number. */
  getBrand(nroSolicitud: string, options?: CallOptions): Promise<BrandDetail>
  /** How far each source lies behind. */
  getFreshness(query?: FreshnessQuery, options?: CallOptions): Promise<Freshness>
  /** Lists the runs of synchronization, a page at a time. */
  listSyncRuns(query?: SyncRunQuery, options?: CallOptions): Promise<SyncRunPage>
  /** Every run of such a listing, as `walkBrands` does it. */
  walkSyncRuns(query?: SyncRunQuery, options?: CallOptions): AsyncGenerator<SyncRun, void, undefined>
  /** What would be asked, for whoever wants to show it. */
  readonly urls: {
    searchBrands(query?: BrandQuery): string
    getBrand(nroSolicitud: string): string
  }
}

/** @throws a TypeError where `baseUrl` or `key` cannot be used */
export const createClient = (options: ClientOptions): Client => clientThat(options, wait)

/** A client that waits by a function of whoever makes it. */
export function clientThat(options: ClientOptions, by: typeof wait): Client {
  const ask = asking(options, by)
  const addresses = addressesBelow(options.baseUrl)
  const client: Client = {
    searchBrands: async (query, { signal } = {}) => ask(addresses.brands(query), 'items', signal),
    walkBrands: (query, call) => walk(client.searchBrands, query, call),
    getBrand: async (nroSolicitud, { signal } = {}) =>
      ask(addresses.brand(nroSolicitud), 'nroSolicitud', signal),
    getFreshness: async (query, { signal } = {}) => ask(addresses.freshness(query), 'sources', signal),
    listSyncRuns: async (query, { signal } = {}) => ask(addresses.syncRuns(query), 'items', signal),
    walkSyncRuns: (query, call) => walk(client.listSyncRuns, query, call),
    urls: { searchBrands: addresses.brands, getBrand: addresses.brand },
  }
  return client
}

interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** All items of a listing. No more than a page is held, and none is asked for before the one before it is used up. */
async function* walk<Query extends { limit?: number | undefined; cursor?: string | undefined }, Item>(
  list: (query: Query, options?: CallOptions) => Promise<Page<Item>>,
  query: Query | undefined,
  options: CallOptions | undefined,
): AsyncGenerator<Item, void, undefined> {
  const limit = query?.limit ?? LARGEST_PAGE
  let cursor = query?.cursor
  let landmark = cursor // moved ever farther on, so that a circle of any length comes back to it
  for (let pages = 1, moveAt = 1; ; pages++) {
    const { items, nextCursor } = await list({ ...query, limit, cursor } as Query, options)
    if (!Array.isArray(items) || (nextCursor !== null && typeof nextCursor !== 'string')) {
      throw new ConnectionError('what came is no page of a listing: something other than the service answers')
    }
    yield* items
    if (nextCursor === null) {
      return
    }
    if (nextCursor === landmark) {
      throw new ConnectionError(
        'the same pages come again and again: something keeps answers that it should not',
      )
    }
    cursor = nextCursor
    if (pages === moveAt) {
      landmark = cursor
      moveAt *= 2
    }
  }
}

/** The fewest requests for a walk. */
const LARGEST_PAGE = 100
