import { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupError } from './backup-error.ts'

// An age public key and an age secret key, both X25519 (age-encryption.org/v1).
const RECIPIENT = /^age1[02-9ac-hj-np-z]{58}$/
const IDENTITY = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/

/** Returns whether a text is an age public key with a valid checksum. */
export function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return RECIPIENT.test(text)
  } catch {
    return false
  }
}

/** Encrypts a stream with an age public key. */
export async function encrypted(bytes: Readable, recipient: string): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return encrypter.encrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
}

/**
 * Decrypts a stream. Reading the result throws if the stream was altered or truncated.
 *
 * @param identity the secret key, from `readIdentity`
 * @throws BackupError if the stream was encrypted for another key
 */
export async function decrypted(bytes: Readable, identity: string): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  try {
    return await decrypter.decrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
  } catch (cause) {
    throw /no identity matched/.test((cause as Error).message)
      ? new BackupError('it was encrypted for another key', { cause }) // `readPart` adds the name of the file
      : cause
  }
}

/** Returns the secret key of a key file. @throws BackupError if the file is not in the format of age-keygen */
export function readIdentity(file: string): string {
  const lines = file.split(/\r?\n/).map((line) => line.trim())
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const [identity] = keys
  if (keys.length !== 1 || identity === undefined || !IDENTITY.test(identity)) {
    const isPublic = keys.some((line) => RECIPIENT.test(line))
    throw new BackupError(
      isPublic
        ? 'This is a public key (age1…): a restore needs the secret key, AGE-SECRET-KEY-1….'
        : 'This is not an age secret key: it must have one line AGE-SECRET-KEY-1…, as age-keygen writes it.',
    )
  }
  if (!hasChecksum(identity)) {
    throw new BackupError('This age secret key is not valid: a character is wrong.')
  }
  return identity
}

function hasChecksum(identity: string): boolean {
  try {
    new Decrypter().addIdentity(identity)
    return true
  } catch {
    return false
  }
}

/** Generates an age secret key. Returns the text of a key file in the format of age-keygen. */
export async function generateIdentityFile(now: Date): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n`
}

/** Returns the public key of an age secret key. */
export const recipientOf = (identity: string): Promise<string> => identityToRecipient(identity)
