import { access, constants, statfs } from 'node:fs/promises'
import type { Health } from '../../schemas/health.ts'

export type DiskState = NonNullable<Health['checks']['disk']>

const MiB = 2 ** 20

/** With less free space than this, the disk is `low`. A run that loads a whole register writes about this much. */
const LOW_BYTES = 1_024 * MiB
/** With less free space than this, the disk is `full`. PostgreSQL stops if it has no space for its next two WAL segments. */
const FULL_BYTES = 32 * MiB
/** With fewer free inodes than this, the disk is `full`. */
const FULL_FILES = 16

const STATE_OF_ERROR: Readonly<Record<string, DiskState>> = {
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  ENOSPC: 'full',
  EDQUOT: 'full',
}

/**
 * Returns the state of the disk that holds `folder`, measured by the space that unprivileged users may use.
 *
 * Writes nothing and never throws. Has no timeout: if the disk hangs, this function hangs too.
 */
export async function checkDisk(folder: string): Promise<DiskState> {
  try {
    const { bavail, bsize, files, ffree } = await statfs(folder)
    await access(folder, constants.W_OK) // fails on a read-only file system, even for root
    const free = bavail * bsize
    // `files` is 0 on file systems that do not count inodes.
    if (free < FULL_BYTES || (files > 0 && ffree < FULL_FILES)) {
      return 'full'
    }
    return free < LOW_BYTES ? 'low' : 'ok'
  } catch (error) {
    return STATE_OF_ERROR[(error as NodeJS.ErrnoException).code ?? ''] ?? 'unreachable'
  }
}
