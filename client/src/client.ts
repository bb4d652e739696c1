import { ConnectionError } from './errors.ts'
import { createGetJson, type RequestOptions } from './get-json.ts'
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
import { urlsOf } from './urls.ts'
import { wait } from './wait.ts'

export interface ClientOptions extends RequestOptions {
  /** The URL of the service before `/v1`, such as `http://127.0.0.1:8080`. */
  baseUrl: string
}

export interface CallOptions {
  /** Aborts the call with the reason of the signal, also while it waits. */
  signal?: AbortSignal | undefined
}

/**
 * The operations of the service. Each throws a `ServiceError` for an error response, a `ConnectionError` without a response
 * of the service, and the reason of an aborted signal.
 */
export interface Client {
  /** Searches or lists brands, a page at a time. */
  searchBrands(query?: BrandQuery, options?: CallOptions): Promise<BrandPage>
  /** Iterates over every brand of such a listing, from `cursor` on; `limit`, 100 by default, is the page size. */
  walkBrands(query?: BrandQuery, options?: CallOptions): AsyncGenerator<BrandSummary, void, undefined>
  /** Reads one brand in detail; throws `not_found` if no application has the number. */
  getBrand(nroSolicitud: string, options?: CallOptions): Promise<BrandDetail>
  /** Reads the freshness of each source. */
  getFreshness(query?: FreshnessQuery, options?: CallOptions): Promise<Freshness>
  /** Lists the sync runs, a page at a time. */
  listSyncRuns(query?: SyncRunQuery, options?: CallOptions): Promise<SyncRunPage>
  /** Iterates over every run of such a listing. */
  walkSyncRuns(query?: SyncRunQuery, options?: CallOptions): AsyncGenerator<SyncRun, void, undefined>
  /** The URLs of requests, without the key, to show them. */
  readonly urls: {
    searchBrands(query?: BrandQuery): string
    getBrand(nroSolicitud: string): string
  }
}

/** Creates a client. @throws TypeError if `baseUrl` or `key` is invalid */
export const createClient = (options: ClientOptions): Client => createClientWithWait(options, wait)

/** Creates a client with another wait function, for tests. */
export function createClientWithWait(options: ClientOptions, waitFor: typeof wait): Client {
  const getJson = createGetJson(options, waitFor)
  const urls = urlsOf(options.baseUrl)
  const client: Client = {
    searchBrands: async (query, { signal } = {}) => getJson(urls.brands(query), 'items', signal),
    walkBrands: (query, call) => paginate(client.searchBrands, query, call),
    getBrand: async (nroSolicitud, { signal } = {}) =>
      getJson(urls.brand(nroSolicitud), 'nroSolicitud', signal),
    getFreshness: async (query, { signal } = {}) => getJson(urls.freshness(query), 'sources', signal),
    listSyncRuns: async (query, { signal } = {}) => getJson(urls.syncRuns(query), 'items', signal),
    walkSyncRuns: (query, call) => paginate(client.listSyncRuns, query, call),
    urls: { searchBrands: urls.brands, getBrand: urls.brand },
  }
  return client
}

interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** Yields all items of a listing. It holds one page, and requests the next when that one is used up. */
async function* paginate<Query extends { limit?: number | undefined; cursor?: string | undefined }, Item>(
  list: (query: Query, options?: CallOptions) => Promise<Page<Item>>,
  query: Query | undefined,
  options: CallOptions | undefined,
): AsyncGenerator<Item, void, undefined> {
  const limit = query?.limit ?? MAX_PAGE_SIZE
  let cursor = query?.cursor
  let checkpoint = cursor // moved ever farther apart, so that a cycle of any length returns to it (Brent)
  for (let pages = 1, moveAfter = 1; ; pages++) {
    const { items, nextCursor } = await list({ ...query, limit, cursor } as Query, options)
    if (!Array.isArray(items) || (nextCursor !== null && typeof nextCursor !== 'string')) {
      throw new ConnectionError('The response is no page of a listing: another program answers at this URL')
    }
    yield* items
    if (nextCursor === null) {
      return
    }
    if (nextCursor === checkpoint) {
      throw new ConnectionError('The pages repeat: a cache returns old responses')
    }
    cursor = nextCursor
    if (pages === moveAfter) {
      checkpoint = cursor
      moveAfter *= 2
    }
  }
}

/** The largest page, for the fewest requests. */
const MAX_PAGE_SIZE = 100
