/** The cookies of one session: values by name. Kept in memory only. */
export type Cookies = Map<string, string>

const MOST_COOKIES = 20
const LONGEST_SET_COOKIE = 4_096
/** Matches the name and value of a cookie. The value has only characters that HTTP headers allow. */
const COOKIE = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*([\x20-\x3a\x3c-\x7e\xa0-\xff]*?)\s*(?:;|$)/

/**
 * Adds the cookies of `Set-Cookie` headers to a session. Ignores the attributes of cookies, because all requests of a session
 * go to one origin.
 */
export function keepCookies(cookies: Cookies, setCookie: readonly string[]): void {
  for (const line of setCookie) {
    const [, name, value] = COOKIE.exec(line) ?? []
    if (name === undefined || value === undefined || line.length > LONGEST_SET_COOKIE) {
      continue
    }
    if (cookies.has(name) || cookies.size < MOST_COOKIES) {
      cookies.set(name, value)
    }
  }
}

/** Returns an object with the `Cookie` header; an empty object if there are no cookies. */
export const cookieHeader = (cookies: Cookies): Record<string, string> =>
  cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
