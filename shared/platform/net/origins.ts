/**
 * Parses a list of origins, separated by commas. Returns each origin in the form that browsers send (RFC 6454, 6.2). Returns
 * null if an element is not an origin, such as a URL with a path.
 */
export function readOrigins(list: string): string[] | null {
  const texts = list.split(',').map((text) => text.trim())
  const origins = texts.filter((text) => text !== '').map(readOrigin)
  return origins.includes(null) ? null : (origins as string[])
}

/** Parses an origin, with or without a trailing slash; null if it is not valid. */
export function readOrigin(text: string): string | null {
  const url = isHttpUrl(text) ? new URL(text) : null
  return url !== null && url.href === `${url.origin}/` ? url.origin : null
}

export const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)
