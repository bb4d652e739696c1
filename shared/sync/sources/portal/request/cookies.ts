/** The cookies of one session; never stored. */
export type Cookies = Map<string, string>

const MOST = 20
const LONGEST = 4_096
/** Matches a name that is a token, and a value of Latin-1 characters without control characters, as headers allow. */
const COOKIE = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*([\x20-\x3a\x3c-\x7e\xa0-\xff]*?)\s*(?:;|$)/

/**
 * Stores the name and value of each `Set-Cookie` header. Attributes are ignored, because a session has a single origin, and its
 * cookies are discarded with it.
 */
export function keepCookies(cookies: Cookies, setCookie: readonly string[]): void {
  for (const line of setCookie) {
    const [, name, value] = COOKIE.exec(line) ?? []
    if (name === undefined || value === undefined || line.length > LONGEST) {
      continue
    }
    if (cookies.has(name) || cookies.size < MOST) {
      cookies.set(name, value)
    }
  }
}

/** Returns an object with the `Cookie` header; an empty object if there are no cookies. */
export const cookieHeader = (cookies: Cookies): Record<string, string> =>
  cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
