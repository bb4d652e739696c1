import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'
import { listBackups, manifestOf, newestOf, type StoredBackup } from './stored-backups.ts'
import type { BackupKind } from './tables.ts'
import type { Target } from './target.ts'

const KINDS: readonly BackupKind[] = ['keys', 'corpus']

/** The accepted difference between two clocks. */
const CLOCK_SKEW_MS = 10 * 60_000

/**
 * Returns the manifests of the newest backup of each kind, taken at `at` or before.
 *
 * @param options.without kinds to leave out
 * @throws BackupError where a kind has no backup, or a wrong clock makes it uncertain which one is the newest
 */
export async function chooseBackups(
  target: Target,
  { at, without = [] }: { at?: Date | undefined; without?: readonly BackupKind[] },
): Promise<Manifest[]> {
  const backups = await listBackups(target)
  const chosen = KINDS.filter((kind) => !without.includes(kind)).map(
    (kind) => newestOf(backups, kind, at) ?? refuseWithout(target, kind, at, backups),
  )
  if (at === undefined) {
    refuseFuture(chosen)
  }
  if (chosen.length === 0) {
    throw new BackupError('There is nothing to restore without keys and without corpus.')
  }
  return Promise.all(chosen.map(({ name }) => manifestOf(target, name)))
}

/** A backup dated by a clock that was ahead would hide all that were made since. */
function refuseFuture(chosen: readonly StoredBackup[]): void {
  const now = new Date()
  const later = chosen.find(({ takenAt }) => takenAt.getTime() > now.getTime() + CLOCK_SKEW_MS)
  if (later) {
    throw new BackupError(
      `${later.name} lies in the future: the time of this machine is ${now.toISOString()}, so one of two clocks is or ` +
        'was wrong. Choose the time of the backups with --at.',
    )
  }
}

function refuseWithout(
  { place }: Target,
  kind: BackupKind,
  at: Date | undefined,
  backups: readonly StoredBackup[],
): never {
  const until = at === undefined ? '' : ` of ${at.toISOString()} or before`
  const unfinished = backups.some((backup) => backup.kind === kind && !backup.isFinished)
  throw new BackupError(
    `There is no backup of the ${kind}${until} in ${place}${unfinished ? ' that was finished' : ''}; ` +
      `to restore without: --without-${kind}.`,
  )
}
