import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { BackupError } from '../../shared/backup/backup-error.ts'
import { readIdentity } from '../../shared/backup/encryption.ts'
import { deriveSigningKey, readSigningKey, type SigningKey } from '../../shared/backup/signing-key.ts'
import { config, operatorFolder } from '../../shared/platform/config.ts'

/** The keys with which backups are checked and decrypted. */
export interface ReadingKeys {
  /** The secret key. Without it, backups can be checked but not decrypted. */
  identity: string | undefined
  signingKey: SigningKey
}

/**
 * Reads both keys from `identityFile`. Without a file, reads only the signing key, from the settings.
 *
 * @throws BackupError if a key is missing or invalid
 */
export async function readKeys(identityFile: string | undefined): Promise<ReadingKeys> {
  if (identityFile !== undefined) {
    const identity = await readIdentityFile(identityFile)
    return { identity, signingKey: deriveSigningKey(identity) }
  }
  const { backup } = config()
  if (backup === undefined) {
    throw new BackupError(
      'Without a key, forged backups cannot be recognized: use --identity FILE, or set BACKUP_TARGET, BACKUP_RECIPIENT and ' +
        'BACKUP_SIGNING_KEY.',
    )
  }
  return { identity: undefined, signingKey: readSigningKey(backup.signingKey, backup.recipient) }
}

/** Reads the secret key from a file, or from standard input for `-`. */
export async function readIdentityFile(path: string): Promise<string> {
  if (path === '-') {
    return readIdentity(await text(process.stdin))
  }
  const file = fromOperatorsFolder(path)
  const content = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new BackupError(`The key cannot be read from ${file}: ${cause.code}.`, { cause })
  })
  return readIdentity(content)
}

/** Resolves a path against the operator's working directory, because npm changes to the project's folder. */
export const fromOperatorsFolder = (path: string): string => resolve(operatorFolder(), path)
