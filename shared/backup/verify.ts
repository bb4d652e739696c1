import type { Manifest } from './manifest.ts'
import { checkPart, readPart } from './parts.ts'
import type { Target } from './target.ts'

/**
 * Reads every part of a backup to its end, and compares it with the manifest: the files as they are stored, and with the
 * secret key also what is in them.
 *
 * @throws BackupError naming the first file that is missing, cut, swapped or altered, or that this key does not open
 */
export async function verifyBackup(
  target: Target,
  { name: backup, parts }: Manifest,
  identity: string | undefined,
): Promise<void> {
  for (const part of parts) {
    if (identity === undefined) {
      await checkPart({ target, backup, part })
    } else {
      for await (const _ of readPart({ target, backup, part }, identity)) {
        // what is wrong with it shows at its end
      }
    }
  }
}
