import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'
import { listBackups, manifestOf, newestOf, type StoredBackup } from './stored-backups.ts'
import type { BackupKind } from './tables.ts'
import type { Target } from './target.ts'

const KINDS: readonly BackupKind[] = ['keys', 'corpus']

/**
 * The newest backup of each kind, taken at `at` or before.
 *
 * @param options.without kinds that are not wanted
 * @throws BackupError where there is none of a kind that is wanted
 */
export async function choose(
  target: Target,
  { at, without = [] }: { at?: Date | undefined; without?: readonly BackupKind[] },
): Promise<Manifest[]> {
  const backups = await listBackups(target)
  const chosen = KINDS.filter((kind) => !without.includes(kind)).map(
    (kind) => newestOf(backups, kind, at) ?? none(target, kind, at, backups),
  )
  if (chosen.length === 0) {
    throw new BackupError('There is nothing to restore without keys and without corpus.')
  }
  return Promise.all(chosen.map(({ name }) => manifestOf(target, name)))
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
