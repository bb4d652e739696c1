import type { Config } from '../platform/config.ts'

/** Returns the warning for a register without backups; undefined if a target is configured. */
export const noBackupWarning = ({ backup }: Config): string | undefined =>
  backup === undefined
    ? 'Nothing is backed up: keys, their limits and their audit log exist only in this database. ' +
      'Set BACKUP_TARGET, BACKUP_RECIPIENT and BACKUP_SIGNING_KEY.'
    : undefined
