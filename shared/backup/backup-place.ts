import type { Config } from '../platform/config.ts'
import { BackupError } from './backup-error.ts'
import { isRecipient } from './encryption.ts'
import { readSigningKey, type SigningKey } from './signing-key.ts'
import type { Target } from './target.ts'
import { openTarget } from './targets/open-target.ts'

export interface BackupPlace {
  target: Target
  /** The age public key that encrypts backups. */
  recipient: string
  signingKey: SigningKey
}

/** Opens the target in the settings and reads the keys. @throws BackupError if the settings are not valid */
export function openBackupPlace({
  target,
  recipient,
  signingKey,
}: NonNullable<Config['backup']>): BackupPlace {
  if (!isRecipient(recipient)) {
    throw new BackupError('BACKUP_RECIPIENT is not an age public key: a character is wrong or missing.')
  }
  return { target: openTarget(target), recipient, signingKey: readSigningKey(signingKey, recipient) }
}
