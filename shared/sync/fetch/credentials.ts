import { decodePercents } from './file-name.ts'

/** Returns the user and password in a URL as `user:password`; undefined if the URL has neither. */
export const credentialsOf = ({ username, password }: URL): string | undefined =>
  username || password ? `${decodePercents(username)}:${decodePercents(password)}` : undefined

/** Returns an address without user and password, so that it may be stored and shown. */
export function withoutPassword(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}
