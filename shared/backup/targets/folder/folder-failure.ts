import type { BackupError } from '../../backup-error.ts'
import { type TargetOperation, targetError } from '../target-error.ts'

/**
 * Reasons by error code of the operating system. A reason follows the name of the folder:
 * `Cannot write to the folder /backups: its path is too long.`
 */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left there',
  EDQUOT: 'the quota of this user is used up there',
  EFBIG: 'the file is larger than the file system accepts',
  EACCES: 'this user lacks the permission',
  EPERM: 'this user lacks the permission',
  EROFS: 'the folder is on a read-only file system',
  ENOTDIR: 'a part of its path is a file and not a folder',
  EEXIST: 'a part of its path is a file and not a folder',
  EISDIR: 'a folder exists in place of the file',
  ELOOP: 'its path has a loop of symbolic links',
  ENAMETOOLONG: 'its path is too long',
  EMFILE: 'this process has too many files open',
  ENFILE: 'this machine has too many files open',
  EIO: 'its disk reports an error',
  ESTALE: 'its mount is stale: mount it again',
  ENOTCONN: 'its mount is stale: mount it again',
  ETIMEDOUT: 'its server does not answer',
  EHOSTDOWN: 'its server does not answer',
}

/** Returns the code of an error of the operating system, such as `ENOENT`. */
export const errnoOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

export function folderFailure(operation: TargetOperation, place: string, error: unknown): BackupError {
  const code = errnoOf(error)
  return targetError(
    operation,
    place,
    REASONS[code] ?? `the operating system reports ${code || 'no reason'}`,
    error,
  )
}
