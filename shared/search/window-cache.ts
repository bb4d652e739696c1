import type { Queryable } from '../db/database.ts'

/** The maximum number of windows (best hits of a search) for a database. A window takes less than 250 KB. */
export const MAX_WINDOWS = 64
const MAX_WORDS = 16

/**
 * Creates a read-through cache, and returns the function that reads from it. Concurrent calls with the same key share one
 * read.
 *
 * @param most the maximum number of cached results per database
 */
export function windowCache(most: number) {
  const windowsOf = new WeakMap<Queryable, Map<string, Promise<unknown>>>()
  /** @param key everything that the result depends on, such as the version of the corpus */
  return <Window>(database: Queryable, key: string, read: () => Promise<Window>): Promise<Window> => {
    const windows = windowsOf.get(database) ?? new Map<string, Promise<unknown>>()
    windowsOf.set(database, windows)
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

export const keepWindow = windowCache(MAX_WINDOWS)

/** Caches the words of the index that are similar or related to the words of a query. */
export const keepWords = windowCache(MAX_WORDS)
