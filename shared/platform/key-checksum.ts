import { crc32 } from 'node:zlib'

/**
 * The form of a key: the prefix `tmk_`, 32 random base62 characters (about 190 bits), and the CRC-32 of both parts in 6 base62
 * characters. With the checksum, a mistyped key is refused without a query, and a key in a log is recognized without its prefix.
 */
export const PREFIX = 'tmk_'
export const SECRET_LENGTH = 32
export const CHECKSUM_LENGTH = 6
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns the checksum of `text`, a key without its last 6 characters. */
export function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = BASE62.charAt(rest % BASE62.length) + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}
