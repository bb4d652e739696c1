import type { BackupPlace } from './back-up.ts'
import { BackupError } from './backup-error.ts'
import { isRecipient } from './encryption.ts'
import { openTarget } from './targets/open-target.ts'

/** Opens where backups go, as the settings say. @throws BackupError where they cannot be right */
export function openBackupPlace({ target, recipient }: { target: string; recipient: string }): BackupPlace {
  if (!isRecipient(recipient)) {
    throw new BackupError('BACKUP_RECIPIENT is not a public key of age: a letter of it is wrong or missing.')
  }
  return { target: openTarget(target), recipient }
}
