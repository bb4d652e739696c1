/** An address as it may be kept and told: without the name and the password that an operator may have put into it. */
export function withoutPassword(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}
