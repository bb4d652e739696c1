/** Query parameters. A parameter that is undefined or null is not sent; an empty string is sent. */
type QueryParameters = Readonly<Record<string, unknown>>

/** Builds the URLs of the operations. The URLs never contain the key. */
export interface Urls {
  brands(parameters?: QueryParameters): string
  brand(nroSolicitud: string): string
  changes(parameters?: QueryParameters): string
  freshness(parameters?: QueryParameters): string
  syncRuns(parameters?: QueryParameters): string
}

/**
 * Returns the URLs of the service at `baseUrl`.
 *
 * @throws TypeError if `baseUrl` is not an HTTP URL, or has a user, password, query or fragment
 */
export function urlsOf(baseUrl: string): Urls {
  const base = readBase(baseUrl)
  const at =
    (path: string) =>
    (parameters: QueryParameters = {}): string => {
      const given = new URLSearchParams()
      for (const [name, value] of Object.entries(parameters)) {
        if (value !== undefined && value !== null) given.set(name, String(value))
      }
      const query = given.toString()
      return `${base}/v1/${path}${query && `?${query}`}`
    }
  return {
    brands: at('brands'),
    brand: (nroSolicitud) => at(`brands/${segment(String(nroSolicitud))}`)(),
    changes: at('changes'),
    freshness: at('freshness'),
    syncRuns: at('sync-runs'),
  }
}

function readBase(baseUrl: string): string {
  const url = parse(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl must be a complete URL, such as https://trademarks.example')
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must not contain a user, a password, a query or a fragment')
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/**
 * Returns undefined for an invalid URL. The error of `new URL` is discarded, because it contains the text, which may
 * include a password.
 */
function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/**
 * Encodes an application number as one path segment. An empty text, `.` and `..` get a leading space, because without the space
 * they would address another route. The service ignores the space.
 */
const segment = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/^\.{0,2}$/, ' $&'))
