import { isLoopback } from '../../../platform/net/loopback.ts'

/** What the client has put into a setting; a place that it has not filled is none. */
function setting(name: string): string {
  const value = process.env[name]?.trim() ?? ''
  return value.startsWith('${') ? '' : value
}

/** What a header can hold. */
export const IN_A_HEADER = /^[\x21-\x7E]+$/

/** The key of the user; empty where there is none. */
export const key = setting('TRADEMARK_API_KEY')

/** Where the service is; undefined where the setting is no address. */
export const origin = originOf(setting('TRADEMARK_URL'))

/** Without a path, a name or a password; what does not begin with `https://` or the like gets it. */
function originOf(address: string): string | undefined {
  try {
    const { protocol, origin: found } = new URL(
      /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`,
    )
    return /^https?:$/.test(protocol) ? found : undefined
  } catch {
    return undefined
  }
}

/** Whether somebody on the way to the service can read the key. */
export const isOpen = origin?.startsWith('http:') === true && !isLoopback(new URL(origin).hostname)
