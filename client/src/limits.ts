/** The limits of the key, which every response to a valid key reports. */
export interface Limits {
  /** Requests in a window that starts with the first request. */
  burst: Limit
  /** Requests in a calendar month, in Chile. */
  month: Limit
}

export interface Limit {
  limit: number
  windowSeconds: number
  remaining: number
  resetSeconds: number
}

/** Parses `RateLimit-Policy` and `RateLimit`; undefined if a part of either limit is missing. */
export function readLimits(headers: Headers): Limits | undefined {
  const policies = readItems(headers.get('RateLimit-Policy'))
  const states = readItems(headers.get('RateLimit'))
  const limit = (name: string): Limit | undefined => {
    const { q, w, r, t } = { ...policies[name], ...states[name] }
    return q === undefined || w === undefined || r === undefined || t === undefined
      ? undefined
      : { limit: q, windowSeconds: w, remaining: r, resetSeconds: t }
  }
  const burst = limit('burst')
  const month = limit('month')
  return burst && month && { burst, month }
}

/** Parses a structured field such as `"name";a=1;b=2, …` into the numbers of each item by its name. */
function readItems(field: string | null): Record<string, Record<string, number>> {
  const items = [...(field ?? '').matchAll(/"([^"]*)"([^,]*)/g)]
  return Object.fromEntries(
    items.map(([, name, parameters = '']) => [
      name,
      Object.fromEntries(
        [...parameters.matchAll(/;\s*(\w+)=(\d+)/g)].map(([, key, value]) => [key, Number(value)]),
      ),
    ]),
  )
}
