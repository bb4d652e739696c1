import createFetchClient, { createFinalURL, defaultPathSerializer, removeTrailingSlash } from 'openapi-fetch'
import { ConnectionError } from './errors.ts'
import { createFetch, type FetchOptions } from './fetch.ts'
import type { paths } from './schema.ts'
import type * as types from './types.ts'
import { wait } from './wait.ts'

export interface ClientOptions extends FetchOptions {
  /** The URL of the service without `/v1`, such as `http://127.0.0.1:8080`. */
  baseUrl: string
  key: string
}

export interface CallOptions {
  /** Aborts the call, even while the call waits before a request or a retry. */
  signal?: AbortSignal | undefined
}

export interface WatchOptions extends CallOptions {
  /** The seconds to wait after the last available page and after a failed request; 60 by default. */
  pollSeconds?: number | undefined
}

export type Client = ReturnType<typeof createClient>

/**
 * Creates a client. Each operation throws:
 * - a `ServiceError` for an error response of the service
 * - a `ConnectionError` if no complete response of the service arrives
 * - the reason of the signal after an abort
 *
 * @param waitFor replaces the waiting, for tests
 * @throws TypeError if `baseUrl` or `key` is invalid
 */
export function createClient(options: ClientOptions, waitFor = wait) {
  const baseUrl = removeTrailingSlash(new URL(options.baseUrl).href)
  const api = createFetchClient<paths>({
    baseUrl,
    headers: { 'X-API-Key': readKey(options.key) },
    redirect: 'error', // fetch would send the key to the new URL
    querySerializer,
    fetch: createFetch(options, waitFor),
  })
  const urlOf = (path: keyof paths, params: { query?: Parameters; path?: Parameters }): string =>
    createFinalURL(path, { baseUrl, params, querySerializer, pathSerializer: defaultPathSerializer })

  const client = {
    /** Reads one page of a listing or search. */
    searchBrands: (query?: types.BrandQuery, call?: CallOptions): Promise<types.BrandPage> =>
      bodyOf(api.GET('/v1/brands', { params: { query: exact(query) }, ...exact(call) })),
    /** Yields all brands from `cursor` on. `limit` is the page size (100 by default). */
    walkBrands: (query?: types.BrandQuery, call?: CallOptions): Walk<types.BrandSummary> =>
      paginate(client.searchBrands, query, call),
    /** Reads one brand. For an unknown number, the `ServiceError` has the code `not_found`. */
    getBrand: (nroSolicitud: string, call?: CallOptions): Promise<types.BrandDetail> =>
      bodyOf(api.GET('/v1/brands/{nroSolicitud}', { params: { path: { nroSolicitud } }, ...exact(call) })),
    /** Reads one page of the changes since `desde` or after `cursor`. */
    listChanges: (query: types.ChangeQuery, call?: CallOptions): Promise<types.ChangePage> =>
      bodyOf(api.GET('/v1/changes', { params: { query: exact(query) }, ...exact(call) })),
    /**
     * Yields pages of changes without end. Store `nextCursor` after you have handled a page. Pass the stored value as
     * `cursor` to continue later.
     *
     * After a connection or server error, the iteration retries, at most 10 times in a row. Any other error ends the
     * iteration.
     */
    watchChanges: (query: types.ChangeQuery, options?: WatchOptions): Walk<types.ChangePage> =>
      watch(client.listChanges, waitFor, query, options),
    getFreshness: (query?: types.FreshnessQuery, call?: CallOptions): Promise<types.Freshness> =>
      bodyOf(api.GET('/v1/freshness', { params: { query: exact(query) }, ...exact(call) })),
    listSyncRuns: (query?: types.SyncRunQuery, call?: CallOptions): Promise<types.SyncRunPage> =>
      bodyOf(api.GET('/v1/sync-runs', { params: { query: exact(query) }, ...exact(call) })),
    walkSyncRuns: (query?: types.SyncRunQuery, call?: CallOptions): Walk<types.SyncRun> =>
      paginate(client.listSyncRuns, query, call),
    /** Functions that build the URLs of requests, for display. The URLs do not contain the key. */
    urls: {
      searchBrands: (query: types.BrandQuery = {}): string => urlOf('/v1/brands', { query }),
      getBrand: (nroSolicitud: string): string =>
        urlOf('/v1/brands/{nroSolicitud}', { path: { nroSolicitud } }),
    },
  }
  return client
}

/** Checks the key, because the error of fetch would contain it. A key from a file may end with a line break. */
function readKey(key: string): string {
  if (!/^[\x21-\x7e]+\s*$/.test(key)) {
    throw new TypeError('key is empty or contains a character that is not allowed in a key')
  }
  return key
}

type Parameters = Record<string, unknown>

/** Unlike openapi-fetch, sends an empty list. The service refuses it, instead of leaving out the filter. */
const querySerializer = (query: Parameters): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
}

/** Returns an object with the type that openapi-fetch requires. It ignores properties that are undefined. */
const exact = <T extends object>(given: types.OrUndefined<T> | undefined): T => (given ?? {}) as T

/** Returns the body of a response, which is there, because `createFetch` throws for other responses. */
const bodyOf = async <Body>(call: Promise<{ data?: Body }>): Promise<Body> => (await call).data as Body

type Walk<Item> = AsyncGenerator<Item, void, undefined>

const MAX_PAGE_SIZE = 100

async function* paginate<Query extends { limit?: number | undefined; cursor?: string | undefined }, Item>(
  list: (query: Query, call?: CallOptions) => Promise<{ items: Item[]; nextCursor: string | null }>,
  query: Query | undefined,
  call: CallOptions | undefined,
): Walk<Item> {
  const limit = query?.limit ?? MAX_PAGE_SIZE
  let cursor = query?.cursor
  do {
    const page = await list({ ...query, limit, cursor } as Query, call)
    yield* page.items
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

const MAX_FAILURES = 10

/** Yields each page that advances the cursor. */
async function* watch(
  list: Client['listChanges'],
  waitFor: typeof wait,
  query: types.ChangeQuery,
  { pollSeconds = 60, signal }: WatchOptions = {},
): Walk<types.ChangePage> {
  const limit = query.limit ?? MAX_PAGE_SIZE
  let cursor = query.cursor
  for (let failures = 0; ; ) {
    const page = await list({ ...query, limit, cursor }, { signal }).catch((error) => {
      const isTemporary = error instanceof ConnectionError || error?.status >= 500
      if (!isTemporary || failures === MAX_FAILURES) throw error
    })
    failures = page ? 0 : failures + 1
    if (page && page.nextCursor !== cursor) {
      cursor = page.nextCursor
      yield page
    }
    if (!page?.more) await waitFor(pollSeconds, signal)
  }
}
