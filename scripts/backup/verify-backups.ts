import { terminalLine } from '../../local/terminal-line.ts'
import { BackupError } from '../../shared/backup/backup-error.ts'
import { listBackups, manifestOf, newestOf, type StoredBackup } from '../../shared/backup/stored-backups.ts'
import type { Target } from '../../shared/backup/target.ts'
import { verifyBackup } from '../../shared/backup/verify.ts'
import { secondsSince, type Timed } from './make-backups.ts'
import type { ReadingKeys } from './read-keys.ts'

interface Choice {
  /** The backups to verify. Without names and without `all`, the newest signed backup of each kind is verified. */
  names: readonly string[]
  all: boolean
}

export interface Verified {
  verified: readonly Timed[]
  /** Names of the backups that were not verified, because they are not signed with the signing key. */
  notSigned: readonly string[]
}

/**
 * Verifies backups and shows the progress on a terminal.
 *
 * @throws BackupError if a backup is altered or missing, or if a named backup has no valid signature
 */
export async function verifyBackups(
  target: Target,
  { identity, signingKey }: ReadingKeys,
  { names, all }: Choice,
): Promise<Verified> {
  const backups = await listBackups(target, signingKey)
  const notSigned = backups
    .filter(({ signature, isFinished }) => signature !== 'valid' && isFinished)
    .map(({ name }) => name)
  const line = terminalLine()
  const verified: Timed[] = []
  try {
    for (const name of names.length > 0 ? names : namesOf(target, backups, all)) {
      if (notSigned.includes(name)) {
        throw new BackupError(
          `${name} is not signed with this key: anyone who can write to ${target.place} may have made it.`,
        )
      }
      line.show(`reading ${name}`)
      const startedAt = performance.now()
      const manifest = await manifestOf(target, name, signingKey)
      await verifyBackup(target, manifest, identity)
      verified.push({ manifest, seconds: secondsSince(startedAt) })
    }
    return { verified, notSigned }
  } finally {
    line.clear()
  }
}

function namesOf(target: Target, backups: readonly StoredBackup[], all: boolean): string[] {
  const chosen = all
    ? backups.filter(({ isFinished, signature }) => isFinished && signature === 'valid')
    : (['keys', 'corpus'] as const).map((kind) => newestOf(backups, kind) ?? refuseWithout(kind, target))
  return chosen.map(({ name }) => name)
}

/**
 * Throws an error for a kind without a signed backup. Operators monitor their backups with this command, so it must
 * fail if a backup is missing.
 */
function refuseWithout(kind: string, { place }: Target): never {
  throw new BackupError(`There is no signed backup of the ${kind} in ${place}.`)
}
