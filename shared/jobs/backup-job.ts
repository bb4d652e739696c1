import middy, { type MiddyfiedHandler } from '@middy/core'
import { type BackupOrder, backupOrder } from '../../schemas/backup.ts'
import type { BackUpOutcome, backUp } from '../backup/back-up.ts'
import { BackupError } from '../backup/backup-error.ts'
import { openBackupPlace } from '../backup/backup-place.ts'
import { bytesOf } from '../backup/backup-runs.ts'
import { ownerDatabase } from '../db/serving.ts'
import { type Config, config } from '../platform/config.ts'
import { log } from '../platform/logger.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { validator } from '../platform/validation.ts'
import { type JobContext, stopSignal } from './sync-job.ts'

const validate = validator(backupOrder)

/** Creates the handler of scheduled backups. It validates the order, and logs one line for each backup, also if it fails. */
export const backupJob = (
  make: typeof backUp,
): MiddyfiedHandler<BackupOrder, BackUpOutcome, Error, JobContext> =>
  middy<BackupOrder, BackUpOutcome, Error, JobContext>().handler(async (order, context) => {
    const mistakes = validate(order)
    if (mistakes.length > 0) {
      throw new OperatorError(mistakes.map(({ field, reason }) => `${field} ${reason}`).join('; '))
    }
    const { kind, scheduledFor } = order
    const slot = scheduledFor === undefined ? undefined : new Date(scheduledFor)
    try {
      const place = openBackupPlace(backupSettings())
      const outcome = await make(ownerDatabase(), kind, place, {
        slot,
        signal: stopSignal(context, OUT_OF_TIME),
      })
      logOutcome(kind, outcome)
      return outcome
    } catch (error) {
      log().error('backup failed', { kind, error: error as Error })
      throw error
    }
  })

const OUT_OF_TIME = new BackupError('The backup exceeded its time limit; it is incomplete.')

function backupSettings(): NonNullable<Config['backup']> {
  const { backup } = config()
  if (backup === undefined) {
    throw new OperatorError(
      'No backup target is configured: set BACKUP_TARGET, BACKUP_RECIPIENT and BACKUP_SIGNING_KEY.',
    )
  }
  return backup
}

function logOutcome(kind: BackupOrder['kind'], outcome: BackUpOutcome): void {
  if (outcome !== undefined) {
    const { manifest, removed, notRemoved } = outcome
    const { name, takenAt } = manifest
    log().info('backup', { kind, name, takenAt, bytes: bytesOf(manifest), removed: removed.length })
    if (notRemoved !== undefined) {
      log().warn('old backups were not removed', { reason: notRemoved })
    }
  }
}
