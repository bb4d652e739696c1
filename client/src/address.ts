/** Parameters as a caller gives them: one that is undefined or null is as if it were left out, an empty one is not. */
type Parameters = Readonly<Record<string, unknown>>

/** The addresses of what is asked, below the one that the service is at. They never carry the key. */
export interface Addresses {
  brands(parameters?: Parameters): string
  brand(nroSolicitud: string): string
  freshness(parameters?: Parameters): string
  syncRuns(parameters?: Parameters): string
}

/** @throws a TypeError where `baseUrl` is none that can be asked */
export function addressesBelow(baseUrl: string): Addresses {
  const base = readBase(baseUrl)
  const at =
    (path: string) =>
    (parameters: Parameters = {}): string => {
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
    freshness: at('freshness'),
    syncRuns: at('sync-runs'),
  }
}

function readBase(baseUrl: string): string {
  const url = parse(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl has to be a whole address, such as https://trademarks.example')
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl takes no user, no password, no ? and no #')
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** Without the error of the platform, which repeats a password. */
function parse(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}

/**
 * A number as one segment of a path. Nothing and dots would lead to another route, so that a space goes before them: the
 * service drops it, and says what is wrong with the number.
 */
const segment = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/^\.{0,2}$/, ' $&'))
