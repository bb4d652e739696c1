import type { Queryable } from '../db/database.ts'

/** The maximum number of windows (the best hits of a search) that are kept for a database. A window takes less than 250 KB. */
export const MAX_WINDOWS = 64
/**
 * The maximum number of results that `keepWords` keeps for a database. A request may search twice for the same text, with
 * different filters.
 */
const MAX_WORDS = 16

/**
 * Creates a cache of windows or other results. Returns a function that reads through the cache. Concurrent calls with the same
 * key share one read. A result never becomes stale, because the key contains the version of the corpus. A replica (`copyOf`)
 * shares the results of its primary database. The least recently used results are dropped.
 *
 * @param most the maximum number of results kept for a database
 */
export function windowCache(most: number) {
  const windowsOf = new WeakMap<Queryable, Map<string, Promise<unknown>>>()
  /** @param key everything that the result depends on, such as the version of the corpus */
  return <Window>(database: Queryable, key: string, read: () => Promise<Window>): Promise<Window> => {
    const home = database.copyOf ?? database
    const windows = windowsOf.get(home) ?? new Map<string, Promise<unknown>>()
    windowsOf.set(home, windows)
    const window = (windows.get(key) as Promise<Window> | undefined) ?? read()
    windows.delete(key)
    windows.set(key, window)
    window.catch(() => {
      if (windows.get(key) === window) windows.delete(key)
    })
    for (const oldest of windows.keys()) {
      if (windows.size <= most) break
      windows.delete(oldest)
    }
    return window
  }
}

/** Caches the windows of searches. */
export const keepWindow = windowCache(MAX_WINDOWS)

/** Caches the words of the index that are found for a query. */
export const keepWords = windowCache(MAX_WORDS)
