import { backUp } from '../../shared/backup/back-up.ts'
import { openBackupPlace } from '../../shared/backup/backup-place.ts'
import type { Database } from '../../shared/db/database.ts'
import { config } from '../../shared/platform/config.ts'
import { OperatorError } from '../../shared/platform/operator-error.ts'
import { typedCommand } from '../../shared/platform/typed-command.ts'

/**
 * Backs the keys up after one of them was changed, where a place for that is configured: a restore must not bring back
 * what was just ended. What was changed stays changed when this fails, so it is said and not thrown.
 */
export async function backUpKeys(database: Database): Promise<void> {
  const { backup } = config()
  if (backup === undefined) {
    return
  }
  try {
    await backUp(database, 'keys', openBackupPlace(backup))
  } catch (error) {
    process.stderr.write(`${inWords(error)}\n`)
  }
}

const inWords = (error: unknown): string =>
  `It is done, and could not be backed up: ${reason(error)} Until a backup is made ("${typedCommand('backup', 'keys')}"), ` +
  'a restore would bring back what was before.'

const reason = (error: unknown): string =>
  error instanceof OperatorError ? error.message : `${(error as Error).message}.`
