import type { Manifest } from './manifest.ts'
import { checkPart, readPart } from './parts.ts'
import type { Target } from './target.ts'

/**
 * Compares every file of a backup with the manifest. With the secret key, also decrypts the files and counts the rows.
 *
 * @throws BackupError for the first file that is missing, altered, or encrypted for another key
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
        // throws at the end of an altered part
      }
    }
  }
}
