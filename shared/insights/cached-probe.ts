import type { Database } from '../db/database.ts'

/** The timeout of a check. With it, a response takes less than one second even if the database or the disk hangs. */
const TIMEOUT_MS = 700
/** The time for which a result is reused, so that many health checks need only one query. */
const TTL_MS = 10_000

/** Creates a cache for the result of a health check (`probe`). The result is `unknown` after a failure or a timeout. */
export function cachedProbe<State>(ttlMs = TTL_MS) {
  let cached: { database: Database; expires: number; state: State } | undefined
  const keys = new WeakMap<Database, object>()
  return {
    async read(database: Database, probe: () => Promise<State>): Promise<State | 'unknown'> {
      if (cached?.database === database && cached.expires > performance.now()) {
        return cached.state
      }
      const key = keys.get(database) ?? {}
      keys.set(database, key)
      try {
        const state = await withTimeout(singleFlight(key, probe))
        cached = { database, expires: performance.now() + ttlMs, state }
        return state
      } catch {
        return 'unknown'
      }
    },
  }
}

const inFlight = new WeakMap<object, Promise<unknown>>()

/** Starts a call, or joins the call in flight with the same key. */
export function singleFlight<Value>(key: object, start: () => Promise<Value>): Promise<Value> {
  const running = inFlight.get(key) as Promise<Value> | undefined
  if (running) {
    return running
  }
  const call = start().finally(() => inFlight.delete(key))
  inFlight.set(key, call)
  return call
}

/** Waits for a value. Throws after TIMEOUT_MS. */
export async function withTimeout<Value>(value: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no result within ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
  })
  try {
    return await Promise.race([value, timeout])
  } finally {
    clearTimeout(timer)
  }
}
