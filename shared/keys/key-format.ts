import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * A key is `tmk_`, 32 random base62 characters and 6 of their CRC-32 in base62: about 190 bits nobody guesses,
 * and a checksum by which a mistyped key is refused without asking the database.
 */
const PREFIX = 'tmk_'
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORM = new RegExp(`^${PREFIX}[${ALPHABET}]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/** A new key. It exists in clear only here and in the one answer that prints it. */
export function createKey(): string {
  const start = PREFIX + randomText(SECRET_LENGTH)
  return start + checksum(start)
}

/** A new public id, by which logs, lists and metrics name a key. */
export const createPublicId = (): string => `key_${randomText(12)}`

/** Whether `text` has the form and the checksum of a key; says nothing of whether it was ever issued. */
export function isWellFormed(text: string): boolean {
  const start = text.slice(0, -CHECKSUM_LENGTH)
  return FORM.test(text) && text === start + checksum(start)
}

/** What is stored of a key: its SHA-256, 32 bytes. Keys are random, so neither salt nor stretching adds anything. */
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
