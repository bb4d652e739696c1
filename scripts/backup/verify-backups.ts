import { terminalLine } from '../../local/terminal-line.ts'
import { BackupError } from '../../shared/backup/backup-error.ts'
import { listBackups, manifestOf, newestOf } from '../../shared/backup/stored-backups.ts'
import type { Target } from '../../shared/backup/target.ts'
import { verifyBackup } from '../../shared/backup/verify.ts'
import { secondsSince, type Timed } from './make-backups.ts'

interface Choice {
  /** Empty: the newest of each kind. */
  names: readonly string[]
  all: boolean
  identity: string | undefined
}

/** Verifies backups and shows the progress on a terminal. @throws BackupError of the first that was altered */
export async function verifyBackups(target: Target, { names, all, identity }: Choice): Promise<Timed[]> {
  const line = terminalLine()
  const verified: Timed[] = []
  try {
    for (const name of names.length > 0 ? names : await namesOf(target, all)) {
      line.show(`reading ${name}`)
      const startedAt = performance.now()
      const manifest = await manifestOf(target, name)
      await verifyBackup(target, manifest, identity)
      verified.push({ manifest, seconds: secondsSince(startedAt) })
    }
    return verified
  } finally {
    line.clear()
  }
}

async function namesOf(target: Target, all: boolean): Promise<string[]> {
  const backups = await listBackups(target)
  const chosen = all
    ? backups.filter(({ isFinished }) => isFinished)
    : (['keys', 'corpus'] as const).map((kind) => newestOf(backups, kind) ?? refuseWithout(kind, target))
  return chosen.map(({ name }) => name)
}

/** A missing backup is an error: operators monitor their backups with this command. */
function refuseWithout(kind: string, { place }: Target): never {
  throw new BackupError(`There is no backup of the ${kind} in ${place}.`)
}
