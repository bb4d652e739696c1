import { access, constants, statfs } from 'node:fs/promises'
import type { Health } from '../../schemas/health.ts'

export type DiskState = NonNullable<Health['checks']['disk']>

const MiB = 2 ** 20

/** A merge of a whole register writes about this much before the space can be reused. */
const LOW_BYTES = 1_024 * MiB
/** Two WAL segments of PostgreSQL, without which it stops. */
const FULL_BYTES = 32 * MiB
/** Each new file of PostgreSQL takes one inode. Some file systems have no inode count: `files` is 0 there. */
const FULL_FILES = 16

const STATE_OF_ERROR: Readonly<Record<string, DiskState>> = {
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  ENOSPC: 'full',
  EDQUOT: 'full',
}

/**
 * Returns the state of the disk that holds `folder`, by the space that unprivileged users may use. Writes nothing and
 * never throws. It has no timeout of its own: a disk that hangs delays it without limit.
 */
export async function checkDisk(folder: string): Promise<DiskState> {
  try {
    const { bavail, bsize, files, ffree } = await statfs(folder)
    await access(folder, constants.W_OK) // on a read-only file system, also root is refused
    const free = bavail * bsize
    if (free < FULL_BYTES || (files > 0 && ffree < FULL_FILES)) {
      return 'full'
    }
    return free < LOW_BYTES ? 'low' : 'ok'
  } catch (error) {
    return STATE_OF_ERROR[(error as NodeJS.ErrnoException).code ?? ''] ?? 'unreachable'
  }
}
