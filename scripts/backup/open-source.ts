import { BackupError } from '../../shared/backup/backup-error.ts'
import type { Target } from '../../shared/backup/target.ts'
import { openTarget } from '../../shared/backup/targets/open-target.ts'
import { config } from '../../shared/platform/config.ts'
import { typedCommand } from '../../shared/platform/typed-command.ts'

/** Opens the target to read backups from: the argument, or BACKUP_TARGET. */
export const openSource = (typed: string | undefined): Target =>
  openTarget(typed ?? config().backup?.target ?? refuseWithoutTarget('name the target with --from, or '))

/** Throws the `BackupError` for a missing backup target. `advice` precedes the advice to set the three settings. */
export function refuseWithoutTarget(advice = ''): never {
  throw new BackupError(
    `No backup target is configured: ${advice}set BACKUP_TARGET, BACKUP_RECIPIENT and BACKUP_SIGNING_KEY. ` +
      `"${typedCommand('backup', 'init')}" creates the keys (docs/operate/backups.md).`,
  )
}
