import { terminalLine } from '../../local/terminal-line.ts'
import { BackupError } from '../../shared/backup/backup-error.ts'
import { listBackups, manifestOf, newestOf } from '../../shared/backup/stored-backups.ts'
import type { Target } from '../../shared/backup/target.ts'
import { verifyBackup } from '../../shared/backup/verify.ts'
import { secondsSince, type Timed } from './make-backups.ts'

interface Chosen {
  /** None: the newest of each kind. */
  names: readonly string[]
  all: boolean
  identity: string | undefined
}

/** Verifies backups, shown on a terminal. @throws BackupError of the first that is not what was written */
export async function verifyBackups(target: Target, { names, all, identity }: Chosen): Promise<Timed[]> {
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
    : (['keys', 'corpus'] as const).map((kind) => newestOf(backups, kind) ?? noneOf(kind, target))
  return chosen.map(({ name }) => name)
}

/** Whoever watches by this command has to hear of it. */
function noneOf(kind: string, { place }: Target): never {
  throw new BackupError(`There is no backup of the ${kind} in ${place}.`)
}
