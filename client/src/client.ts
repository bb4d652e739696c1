import { ConnectionError } from './errors.ts'
import { createGetJson, type RequestOptions } from './get-json.ts'
import type {
  BrandDetail,
  BrandPage,
  BrandQuery,
  BrandSummary,
  ChangePage,
  ChangeQuery,
  Freshness,
  FreshnessQuery,
  SyncRun,
  SyncRunPage,
  SyncRunQuery,
} from './types.ts'
import { urlsOf } from './urls.ts'
import { wait } from './wait.ts'

export interface ClientOptions extends RequestOptions {
  /** The URL of the service without `/v1`, such as `http://127.0.0.1:8080`. */
  baseUrl: string
}

export interface CallOptions {
  /** Aborts the call, even while the call waits before a request or a retry. */
  signal?: AbortSignal | undefined
}

export interface WatchOptions extends CallOptions {
  /** The seconds to wait after the last available page and after a failed request; 60 by default. */
  pollSeconds?: number | undefined
}

/**
 * The operations of the service. Each operation throws:
 * - a `ServiceError` for an error response of the service
 * - a `ConnectionError` if no complete response of the service arrives
 * - the reason of the signal after an abort
 */
export interface Client {
  /** Reads one page of a listing or search. */
  searchBrands(query?: BrandQuery, options?: CallOptions): Promise<BrandPage>
  /** Yields all brands from `cursor` on. `limit` is the page size (100 by default). */
  walkBrands(query?: BrandQuery, options?: CallOptions): AsyncGenerator<BrandSummary, void, undefined>
  /** Reads one brand. For an unknown number, the `ServiceError` has the code `not_found`. */
  getBrand(nroSolicitud: string, options?: CallOptions): Promise<BrandDetail>
  /** Reads one page of the changes since `desde` or after `cursor`. */
  listChanges(query: ChangeQuery, options?: CallOptions): Promise<ChangePage>
  /**
   * Yields pages of changes without end. Store `nextCursor` after you have handled a page. Pass the stored value as
   * `cursor` to continue later.
   *
   * After a connection or server error, the iteration retries, at most 10 times in a row. Any other error ends the
   * iteration.
   */
  watchChanges(query: ChangeQuery, options?: WatchOptions): AsyncGenerator<ChangePage, void, undefined>
  getFreshness(query?: FreshnessQuery, options?: CallOptions): Promise<Freshness>
  listSyncRuns(query?: SyncRunQuery, options?: CallOptions): Promise<SyncRunPage>
  walkSyncRuns(query?: SyncRunQuery, options?: CallOptions): AsyncGenerator<SyncRun, void, undefined>
  /** Functions that build the URLs of requests, for display. The URLs do not contain the key. */
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
    listChanges: async (query, { signal } = {}) => getJson(urls.changes(query), 'more', signal),
    watchChanges: (query, options) => watch(client.listChanges, waitFor, query, options),
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

async function* paginate<Query extends { limit?: number | undefined; cursor?: string | undefined }, Item>(
  list: (query: Query, options?: CallOptions) => Promise<Page<Item>>,
  query: Query | undefined,
  options: CallOptions | undefined,
): AsyncGenerator<Item, void, undefined> {
  const limit = query?.limit ?? MAX_PAGE_SIZE
  let cursor = query?.cursor
  let checkpoint = cursor // detects a cycle of pages (Brent's algorithm)
  for (let pages = 1, moveAfter = 1; ; pages++) {
    const { items, nextCursor } = await list({ ...query, limit, cursor } as Query, options)
    if (!Array.isArray(items) || (nextCursor !== null && typeof nextCursor !== 'string')) {
      throw new ConnectionError('The response is not a listing page: another program answers at this URL')
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

const MAX_FAILURES = 10

/** Yields each page that advances the cursor. */
async function* watch(
  list: Client['listChanges'],
  waitFor: typeof wait,
  query: ChangeQuery,
  { pollSeconds = 60, signal }: WatchOptions = {},
): AsyncGenerator<ChangePage, void, undefined> {
  const limit = query.limit ?? MAX_PAGE_SIZE
  let cursor = query.cursor
  for (let failures = 0; ; ) {
    const page = await list({ ...query, limit, cursor }, { signal }).catch((error) => {
      if (failures === MAX_FAILURES || !isTemporary(error)) throw error
    })
    failures = page ? 0 : failures + 1
    if (page && page.nextCursor !== cursor) {
      cursor = page.nextCursor
      yield page
    }
    if (!page?.more) await waitFor(pollSeconds, signal)
  }
}

const isTemporary = (error: { status?: number } | null): boolean =>
  error instanceof ConnectionError || (error?.status ?? 0) >= 500

const MAX_PAGE_SIZE = 100
