import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { typedCommand } from '../platform/typed-command.ts'
import { BackupError } from './backup-error.ts'

/**
 * The secret key that signs backups (HMAC-SHA256). It cannot decrypt backups. It is derived from the age secret key, so that a
 * restore needs only one key.
 */
export type SigningKey = Uint8Array & { readonly signs: 'backups' }

const KEY_BYTES = 32
/** The key and the checksum have 39 bytes together, so that their base64 text needs no padding. */
const CHECKSUM_BYTES = 7
const PREFIX = 'tms_'

/** Derives the signing key from an age secret key of `readIdentity` (HKDF-SHA256, RFC 5869). */
export const deriveSigningKey = (identity: string): SigningKey =>
  asKey(hkdfSync('sha256', identity, '', 'trademark backup signing key', KEY_BYTES))

/** Returns the text of BACKUP_SIGNING_KEY, with a checksum. */
export const formatSigningKey = (key: SigningKey, recipient: string): string =>
  PREFIX + Buffer.concat([key, checksum(key, recipient)]).toString('base64url')

/** Parses BACKUP_SIGNING_KEY. @throws BackupError if it is mistyped, or does not belong to `recipient` */
export function readSigningKey(text: string, recipient: string): SigningKey {
  const key = asKey(Buffer.from(text.slice(PREFIX.length), 'base64url').subarray(0, KEY_BYTES))
  if (text !== formatSigningKey(key, recipient)) {
    throw new BackupError(
      'BACKUP_SIGNING_KEY does not belong to BACKUP_RECIPIENT, or a character is wrong: set both as ' +
        `"${typedCommand('backup', 'init --identity FILE')}" prints them.`,
    )
  }
  return key
}

/** A signature is valid for one purpose only. */
type Purpose = 'name' | 'manifest' | 'key id'

/** Returns the signature of a text, in 64 hexadecimal characters. */
export const sign = (key: SigningKey, purpose: Purpose, text: string): string =>
  createHmac('sha256', key).update(`${purpose}\n${text}`).digest('hex')

/** Returns a public id, which does not reveal the key. */
export const signingKeyId = (key: SigningKey): string => sign(key, 'key id', '').slice(0, 8)

const asKey = (bytes: ArrayBuffer | Uint8Array): SigningKey => new Uint8Array(bytes) as SigningKey

const checksum = (key: SigningKey, recipient: string): Uint8Array =>
  createHash('sha256').update(key).update(recipient).digest().subarray(0, CHECKSUM_BYTES)
