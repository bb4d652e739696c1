import { crc32 } from 'node:zlib'

/**
 * The form of an API key: a prefix, random base62 characters (about 190 bits), and a checksum. The checksum is the CRC-32
 * of the text before it, written in base62. With the checksum, the service detects a mistyped key without a database query,
 * and the logger recognizes and hides keys that are written without the prefix.
 */
export const PREFIX = 'tmk_'
export const SECRET_LENGTH = 32
export const CHECKSUM_LENGTH = 6
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns the checksum of a key. `text` is the key without the checksum. */
export function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = BASE62.charAt(rest % BASE62.length) + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}
