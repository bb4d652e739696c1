import { decodePercents } from './file-name.ts'

/** The name and the password that an operator has put into an address, `user:password`; undefined without either. */
export const credentialsOf = ({ username, password }: URL): string | undefined =>
  username || password ? `${decodePercents(username)}:${decodePercents(password)}` : undefined

/** An address as it may be kept and told: without the name and the password that an operator may have put into it. */
export function withoutPassword(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}
