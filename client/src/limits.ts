/** The limits of the key, which every response to a valid key except 503 reports. */
export interface Limits {
  /** The limit of requests in a window that starts with the first request. */
  burst: Limit
  /** The limit of requests in a calendar month, in Chile. */
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
  const policies = headers.get('RateLimit-Policy')
  const states = headers.get('RateLimit')
  const readLimit = (name: string): Limit | undefined => {
    const limit = {
      limit: readNumber(policies, name, 'q'),
      windowSeconds: readNumber(policies, name, 'w'),
      remaining: readNumber(states, name, 'r'),
      resetSeconds: readNumber(states, name, 't'),
    }
    return Object.values(limit).includes(Number.NaN) ? undefined : limit
  }
  const burst = readLimit('burst')
  const month = readLimit('month')
  return burst && month && { burst, month }
}

/** Reads one number of an item of a structured field such as `"name";a=1;b=2, …`; NaN if it is missing. */
const readNumber = (field: string | null, name: string, parameter: string): number =>
  Number(new RegExp(`"${name}"[^,]*;\\s*${parameter}=(\\d+)`).exec(field ?? '')?.[1])
