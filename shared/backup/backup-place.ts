import type { BackupPlace } from './back-up.ts'
import { BackupError } from './backup-error.ts'
import { isRecipient } from './encryption.ts'
import { openTarget } from './targets/open-target.ts'

/** Opens the target of backups in the settings. @throws BackupError where the settings are not valid */
export function openBackupPlace({ target, recipient }: { target: string; recipient: string }): BackupPlace {
  if (!isRecipient(recipient)) {
    throw new BackupError('BACKUP_RECIPIENT is not an age public key: a character is wrong or missing.')
  }
  return { target: openTarget(target), recipient }
}
