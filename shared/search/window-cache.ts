import type { Queryable } from '../db/database.ts'

/** The number of windows that are kept for a database. The largest has 20,000 numbers, in less than 250 KB. */
export const MAX_WINDOWS = 64

const windowsOf = new WeakMap<Queryable, Map<string, unknown>>()

/**
 * Returns a window that was read before, or reads it. The next page of a search needs the window of the first page again;
 * the marks and scores of a version of the corpus never change, nor do the marks that have changed up to it. A copy of a
 * database has the windows of the database. Windows that were not needed for longest are dropped.
 *
 * @param key the version of the corpus, the words and the filters
 */
export async function keepWindow<Window>(
  database: Queryable,
  key: string,
  read: () => Promise<Window>,
): Promise<Window> {
  const home = database.copyOf ?? database
  const windows = windowsOf.get(home) ?? new Map<string, unknown>()
  windowsOf.set(home, windows)
  const window = (windows.get(key) as Window | undefined) ?? (await read())
  windows.delete(key)
  windows.set(key, window)
  for (const oldest of windows.keys()) {
    if (windows.size <= MAX_WINDOWS) break
    windows.delete(oldest)
  }
  return window
}
