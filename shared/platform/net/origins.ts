/**
 * The origins in a list with commas between them, as browsers write them (RFC 6454, 6.2); null where one of them is no
 * origin: another scheme, or a path behind it.
 */
export function readOrigins(list: string): string[] | null {
  const texts = list.split(',').map((text) => text.trim())
  const origins = texts.filter((text) => text !== '').map(readOrigin)
  return origins.includes(null) ? null : (origins as string[])
}

/** The origin that a text is, with a slash behind it or none; null where it is none. */
export function readOrigin(text: string): string | null {
  const url = isHttpUrl(text) ? new URL(text) : null
  return url !== null && url.href === `${url.origin}/` ? url.origin : null
}

/** Whether a text is the address of something on the web. */
export const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)
