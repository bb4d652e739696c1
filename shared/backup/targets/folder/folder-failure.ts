import type { BackupError } from '../../backup-error.ts'
import { type Doing, failure } from '../failure.ts'

/** What the operating system's codes mean to an operator. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no room is left there',
  EDQUOT: 'the quota of this user is spent there',
  EFBIG: 'the file is larger than that file system takes',
  EACCES: 'this user has no permission to',
  EPERM: 'this user has no permission to',
  EROFS: 'it is on a file system that is read-only',
  ENOTDIR: 'something on its path is a file and no folder',
  EEXIST: 'something on its path is a file and no folder',
  EISDIR: 'a folder has the name of a file',
  ELOOP: 'its path is a circle of links',
  ENAMETOOLONG: 'its path is too long',
  EMFILE: 'this process has too many files open',
  ENFILE: 'this machine has too many files open',
  EIO: 'its disk reports an error',
  ESTALE: 'its server has forgotten it: it has to be mounted anew',
  ETIMEDOUT: 'its server does not answer',
  EHOSTDOWN: 'its server does not answer',
}

/** The code of an error of the operating system, such as `ENOENT`. */
export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

export function folderFailure(doing: Doing, place: string, error: unknown): BackupError {
  const code = codeOf(error)
  return failure(doing, place, REASONS[code] ?? `the operating system says ${code || 'no reason'}`, error)
}
