import { createHash, randomInt } from 'node:crypto'
import { BASE62, CHECKSUM_LENGTH, checksum, PREFIX, SECRET_LENGTH } from '../platform/key-checksum.ts'

const FORM = new RegExp(`^${PREFIX}[${BASE62}]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/** Generates a key in clear text, with a checksum. */
export function generateKey(): string {
  const start = PREFIX + randomText(SECRET_LENGTH)
  return start + checksum(start)
}

/** Generates a public id, which names a key in logs and lists. */
export const generatePublicId = (): string => `key_${randomText(12)}`

/** Returns whether `text` has the form and the checksum of a key. Does not check whether the key exists. */
export function isWellFormed(text: string): boolean {
  const start = text.slice(0, -CHECKSUM_LENGTH)
  return FORM.test(text) && text === start + checksum(start)
}

/** Returns the SHA-256 of a key. Only this hash is stored. Keys are random and need neither salt nor stretching. */
export const secretHash = (key: string): Buffer => createHash('sha256').update(key).digest()

const randomText = (length: number): string =>
  Array.from({ length }, () => BASE62.charAt(randomInt(BASE62.length))).join('')
