import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'
import { listBackups, manifestOf, newestOf, type StoredBackup } from './stored-backups.ts'
import type { BackupKind } from './tables.ts'
import type { Target } from './target.ts'

const KINDS: readonly BackupKind[] = ['keys', 'corpus']

/** Of two clocks that are right, one may be so much ahead. */
const CLOCKS_APART_MS = 10 * 60_000

/**
 * The newest backup of each kind, taken at `at` or before.
 *
 * @param options.without kinds that are not wanted
 * @throws BackupError where there is none of a kind that is wanted, or nobody can tell which is the newest
 */
export async function choose(
  target: Target,
  { at, without = [] }: { at?: Date | undefined; without?: readonly BackupKind[] },
): Promise<Manifest[]> {
  const backups = await listBackups(target)
  const chosen = KINDS.filter((kind) => !without.includes(kind)).map(
    (kind) => newestOf(backups, kind, at) ?? none(target, kind, at, backups),
  )
  if (at === undefined) {
    refuseFuture(chosen)
  }
  if (chosen.length === 0) {
    throw new BackupError('There is nothing to restore without keys and without corpus.')
  }
  return Promise.all(chosen.map(({ name }) => manifestOf(target, name)))
}

/** One that a wrong clock has dated would come before all that were made since. */
function refuseFuture(chosen: readonly StoredBackup[]): void {
  const now = new Date()
  const later = chosen.find(({ takenAt }) => takenAt.getTime() > now.getTime() + CLOCKS_APART_MS)
  if (later) {
    throw new BackupError(
      `${later.name} lies in the future of this machine, where it is ${now.toISOString()}: one of two clocks is or ` +
        'was wrong. Say with --at which backups are to be restored.',
    )
  }
}

function none(
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
