import { BackupError } from '../../shared/backup/backup-error.ts'
import type { Target } from '../../shared/backup/target.ts'
import { openTarget } from '../../shared/backup/targets/open-target.ts'
import { config } from '../../shared/platform/config.ts'

/** Where backups are read from: as it was typed, or as BACKUP_TARGET says. */
export const openSource = (typed: string | undefined): Target =>
  openTarget(typed ?? config().backup?.target ?? nowhere())

export function nowhere(): never {
  throw new BackupError(
    'Nothing says where backups are: set BACKUP_TARGET and BACKUP_RECIPIENT (docs/operate/backups.md).',
  )
}
