import type { Database } from '../../shared/db/database.ts'
import { config } from '../../shared/platform/config.ts'
import { OperatorError } from '../../shared/platform/operator-error.ts'
import { typedCommand } from '../../shared/platform/typed-command.ts'

/**
 * Backs up the keys after a change, if a target is configured. Without this backup, a restore could make a revoked key
 * valid again. A failed backup is reported but not thrown, because the change of the keys succeeded.
 */
export async function backUpKeys(database: Database): Promise<void> {
  const { backup } = config()
  if (backup === undefined) {
    return
  }
  // Imported only for a backup, because loading the encryption packages takes a quarter of the run time of a command.
  const { backUp } = await import('../../shared/backup/back-up.ts')
  const { openBackupPlace } = await import('../../shared/backup/backup-place.ts')
  try {
    await backUp(database, 'keys', openBackupPlace(backup))
  } catch (error) {
    process.stderr.write(`${warning(error)}\n`)
  }
}

const warning = (error: unknown): string =>
  `The change was made, but its backup failed: ${reason(error)} Back up the keys now ("${typedCommand('backup', 'keys')}"): ` +
  'a restore from an older backup undoes the change.'

const reason = (error: unknown): string =>
  error instanceof OperatorError ? error.message : `${(error as Error).message}.`
