import { createHash } from 'node:crypto'

/** Returns the first `characters` characters of the SHA-256 of a text or bytes, in base64url (6 bits per character). */
export const digest = (content: string | Buffer, characters: number): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, characters)
