import { Readable } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from './backup-error.ts'

/** The form in which age writes a public key of X25519 (age-encryption.org/v1). */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/
const IDENTITY = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/

/** Whether a text is the public half of an age key, with its checksum. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return RECIPIENT.test(text)
  } catch {
    return false
  }
}

/** Encrypts a stream to the owner of an age key: whoever has `recipient` alone cannot read it. */
export async function encrypted(bytes: Readable, recipient: string): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return encrypter.encrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
}

/**
 * Decrypts a stream. What it gives out is genuine as far as it goes; where the rest was altered or cut, it throws.
 *
 * @param identity what `readIdentity` gave
 * @throws BackupError when the identity is not that of the recipient
 */
export async function decrypted(bytes: Readable, identity: string): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  try {
    return await decrypter.decrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
  } catch (cause) {
    throw /no identity matched/.test((cause as Error).message)
      ? new BackupError('it was encrypted to another key than this one', { cause })
      : cause
  }
}

/** The secret key in the file that age-keygen writes: lines of comment, and one that is the key. @throws BackupError */
export function readIdentity(file: string): string {
  const lines = file.split(/\r?\n/).map((line) => line.trim())
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const [identity] = keys
  if (keys.length !== 1 || identity === undefined || !IDENTITY.test(identity)) {
    const isPublic = keys.some((line) => RECIPIENT.test(line))
    throw new BackupError(
      isPublic
        ? 'This is the public half of a key (age1…): a restore needs the secret one, AGE-SECRET-KEY-1….'
        : 'This is no identity of age: one line AGE-SECRET-KEY-1…, as age-keygen writes it.',
    )
  }
  if (!isWhole(identity)) {
    throw new BackupError('This is not a whole secret key of age: a letter of it is wrong.')
  }
  return identity
}

/** Whether the checksum of a secret key is right. */
function isWhole(identity: string): boolean {
  try {
    new Decrypter().addIdentity(identity)
    return true
  } catch {
    return false
  }
}
