import { access, constants, statfs } from 'node:fs/promises'
import type { Health } from '../../schemas/health.ts'

export type DiskState = NonNullable<Health['checks']['disk']>

const MiB = 2 ** 20

/** A merge of a whole register writes about so much before it can be cleared away again. */
const LOW_BYTES = 1_024 * MiB
/** Two files of PostgreSQL's log, without which it cannot go on. */
const FULL_BYTES = 32 * MiB
/** Each file that PostgreSQL makes takes one entry; a file system without entries may have no such count. */
const FULL_FILES = 16

const WHY_NOT: Readonly<Record<string, DiskState>> = {
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  ENOSPC: 'full',
  EDQUOT: 'full',
}

/**
 * What is left of the disk that `folder` lies on, as far as whoever is not root may use it. Nothing is written for it.
 * Never fails; a disk that does not answer keeps it waiting as long as it likes.
 */
export async function diskState(folder: string): Promise<DiskState> {
  try {
    const { bavail, bsize, files, ffree } = await statfs(folder)
    await access(folder, constants.W_OK) // of a read-only file system refused also to root
    const free = bavail * bsize
    if (free < FULL_BYTES || (files > 0 && ffree < FULL_FILES)) {
      return 'full'
    }
    return free < LOW_BYTES ? 'low' : 'ok'
  } catch (error) {
    return WHY_NOT[(error as NodeJS.ErrnoException).code ?? ''] ?? 'unreachable'
  }
}
