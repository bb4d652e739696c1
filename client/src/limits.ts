/** The limits of the key, from the headers of a response. */
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

/** Parses the headers `RateLimit-Policy` and `RateLimit`. Returns undefined if the response lacks them. */
export function readLimits(headers: Headers): Limits | undefined {
  const fields = `${headers.get('RateLimit-Policy')}, ${headers.get('RateLimit')}`
  const read = (name: string, parameter: string): number =>
    Number(new RegExp(`"${name}"[^,]*;\\s*${parameter}=(\\d+)`).exec(fields)?.[1])
  const limitOf = (name: string): Limit => ({
    limit: read(name, 'q'),
    windowSeconds: read(name, 'w'),
    remaining: read(name, 'r'),
    resetSeconds: read(name, 't'),
  })
  return headers.has('RateLimit') ? { burst: limitOf('burst'), month: limitOf('month') } : undefined
}
