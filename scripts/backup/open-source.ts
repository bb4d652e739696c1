import { BackupError } from '../../shared/backup/backup-error.ts'
import type { Target } from '../../shared/backup/target.ts'
import { openTarget } from '../../shared/backup/targets/open-target.ts'
import { config } from '../../shared/platform/config.ts'
import { typedCommand } from '../../shared/platform/typed-command.ts'

/** Opens the target to read backups from: the argument, or BACKUP_TARGET. */
export const openSource = (typed: string | undefined): Target =>
  openTarget(typed ?? config().backup?.target ?? refuseWithoutTarget())

/** Throws the `BackupError` for a missing backup target. */
export function refuseWithoutTarget(): never {
  throw new BackupError(
    'No backup target is configured: set BACKUP_TARGET, BACKUP_RECIPIENT and BACKUP_SIGNING_KEY. ' +
      `"${typedCommand('backup', 'init')}" creates the keys (docs/operate/backups.md).`,
  )
}
