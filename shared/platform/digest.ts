import { createHash } from 'node:crypto'

/** Returns the first characters (base64url, 6 bits each) of the SHA-256 of some content. */
export const digest = (content: string | Buffer, characters: number): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, characters)
