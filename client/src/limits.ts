/** The limits of the key, from the headers of a response. A response with status 503 lacks these headers. */
export interface Limits {
  /** The limit of requests in a short window. The first request after the end of a window starts the next window. */
  burst: Limit
  /** The limit of requests in a calendar month, in the time zone of Chile. */
  month: Limit
}

export interface Limit {
  limit: number
  windowSeconds: number
  remaining: number
  resetSeconds: number
}

/** Parses the headers `RateLimit-Policy` and `RateLimit`. Returns undefined if a value is missing. */
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

/** Returns one parameter from a structured field such as `"name";a=1;b=2, …`; NaN if the parameter is missing. */
const readNumber = (field: string | null, name: string, parameter: string): number =>
  Number(new RegExp(`"${name}"[^,]*;\\s*${parameter}=(\\d+)`).exec(field ?? '')?.[1])
