/** The cookies of one session, kept in memory alone. */
export type Cookies = Map<string, string>

const MOST = 20
const LONGEST = 4_096
/** A name that is a token, and a value that may stand in a header: no control characters, nothing but Latin-1. */
const COOKIE = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*([\x20-\x3a\x3c-\x7e\xa0-\xff]*?)\s*(?:;|$)/

/**
 * Keeps the name and the value of each `Set-Cookie` and nothing else of it: a session has a single origin, and no
 * cookie outlives it.
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

/** The `Cookie` header; none without a cookie. */
export const cookieHeader = (cookies: Cookies): Record<string, string> =>
  cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
