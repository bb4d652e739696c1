/** The cookies of one session; never stored. */
export type Cookies = Map<string, string>

const MOST = 20
const LONGEST = 4_096
/** The name is a token; the value contains only Latin-1 without control characters, as a header may. */
const COOKIE = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*([\x20-\x3a\x3c-\x7e\xa0-\xff]*?)\s*(?:;|$)/

/**
 * Stores the name and value of each `Set-Cookie` header. Attributes are ignored: a session has one origin, and cookies
 * end with it.
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

/** Returns the `Cookie` header; no header without cookies. */
export const cookieHeader = (cookies: Cookies): Record<string, string> =>
  cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
