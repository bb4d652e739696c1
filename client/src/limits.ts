/** Where the limits of the key are, as the service tells with every answer to it. */
export interface Limits {
  /** Requests in a window that opens with the first one. */
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

/** Reads `RateLimit-Policy` and `RateLimit`; undefined where they do not tell all of both limits. */
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

/** `"name";a=1;b=2, …`: the numbers of each item of a structured field, by its name. */
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
