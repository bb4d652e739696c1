import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * A key is `tmk_`, 32 random base62 characters (about 190 bits), and the CRC-32 of both in 6 base62 characters, so that a
 * mistyped key is refused without a query.
 */
const PREFIX = 'tmk_'
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORM = new RegExp(`^${PREFIX}[${ALPHABET}]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/** Generates a key. It exists in clear only here and in the one response that contains it. */
export function generateKey(): string {
  const start = PREFIX + randomText(SECRET_LENGTH)
  return start + checksum(start)
}

/** Generates a public id, which names a key in logs, lists and metrics. */
export const generatePublicId = (): string => `key_${randomText(12)}`

/** Returns whether `text` has the form and the checksum of a key, issued or not. */
export function isWellFormed(text: string): boolean {
  const start = text.slice(0, -CHECKSUM_LENGTH)
  return FORM.test(text) && text === start + checksum(start)
}

/** Returns the SHA-256 of a key, which is stored instead of it. Keys are random and need neither salt nor stretching. */
export const secretHash = (key: string): Buffer => createHash('sha256').update(key).digest()

const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
