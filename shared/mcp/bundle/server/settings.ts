import { isLoopback } from '../../../platform/net/loopback.ts'

/**
 * Returns a setting, which the client passes as an environment variable. Returns an empty string if the client has not
 * replaced the placeholder of the manifest, such as `${user_config.api_key}`.
 */
function setting(name: string): string {
  const value = process.env[name]?.trim() ?? ''
  return value.startsWith('${') ? '' : value
}

export const HEADER_VALUE = /^[\x21-\x7E]+$/

/** The key of the user; empty if it is not set. */
export const key = setting('TRADEMARK_API_KEY')

/** The origin of the service; undefined if the setting is not a web address. */
export const origin = originOf(setting('TRADEMARK_URL'))

/** Returns the origin of an address. Adds `https://` if the address has no scheme. */
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

/** Whether the key is sent unencrypted over a network. */
export const isUnencrypted = origin?.startsWith('http:') === true && !isLoopback(new URL(origin).hostname)
