import { BackupError } from './backup-error.ts'
import type { Manifest } from './manifest.ts'
import type { SigningKey } from './signing-key.ts'
import { listBackups, manifestOf, newestOf, type StoredBackup } from './stored-backups.ts'
import type { BackupKind } from './tables.ts'
import type { Target } from './target.ts'

const KINDS: readonly BackupKind[] = ['keys', 'corpus']

/** The accepted difference between the clock of this machine and the clock of the machine that made a backup. */
const CLOCK_SKEW_MS = 10 * 60_000

interface Choice {
  /** The latest allowed snapshot time; undefined for no limit. */
  at?: Date | undefined
  /** Kinds to leave out. */
  without?: readonly BackupKind[]
  /** Whether to choose an unsigned backup if there is no signed backup. An unsigned backup may be forged. */
  unsigned?: boolean | undefined
}

/** The backups to restore, at most one of each kind. */
export interface ChosenBackups {
  manifests: Manifest[]
  /** Names of newer backups that were not chosen, because they are unsigned or signed with another key. */
  ignored: string[]
}

/**
 * Chooses the newest signed backup of each kind.
 *
 * @throws BackupError if a kind has no usable backup; without `at`, also if a chosen backup is in the future
 */
export async function chooseBackups(
  target: Target,
  key: SigningKey,
  { at, without = [], unsigned = false }: Choice,
): Promise<ChosenBackups> {
  const backups = await listBackups(target, key)
  const kinds = KINDS.filter((kind) => !without.includes(kind))
  const chosen = kinds.map(
    (kind) =>
      newestOf(backups, kind, 'valid', at) ??
      (unsigned ? newestOf(backups, kind, 'none', at) : undefined) ??
      refuseWithout(target, kind, at, backups),
  )
  if (at === undefined) {
    refuseFuture(chosen)
  }
  if (chosen.length === 0) {
    throw new BackupError('There is nothing to restore with both --without-keys and --without-corpus.')
  }
  return {
    manifests: await Promise.all(
      chosen.map(({ name, signature }) => manifestOf(target, name, signature === 'valid' ? key : undefined)),
    ),
    ignored: backups
      .filter((backup) => chosen.some((each) => isIgnoredFor(each, backup, at)))
      .map(({ name }) => name),
  }
}

const isIgnoredFor = (chosen: StoredBackup, backup: StoredBackup, at: Date | undefined): boolean =>
  backup.kind === chosen.kind &&
  backup.signature !== 'valid' &&
  backup.isFinished &&
  backup.takenAt > chosen.takenAt &&
  (at === undefined || backup.takenAt <= at)

/** Rejects a backup with a time in the future. A clock was wrong, so another backup may be newer. */
function refuseFuture(chosen: readonly StoredBackup[]): void {
  const now = new Date()
  const later = chosen.find(({ takenAt }) => takenAt.getTime() > now.getTime() + CLOCK_SKEW_MS)
  if (later) {
    throw new BackupError(
      `${later.name} is in the future: the time of this machine is ${now.toISOString()}. Either its clock is wrong, or the ` +
        'clock of the machine that made the backup was wrong. Choose the time of the backups with --at.',
    )
  }
}

function refuseWithout(
  { place }: Target,
  kind: BackupKind,
  at: Date | undefined,
  backups: readonly StoredBackup[],
): never {
  const until = at === undefined ? '' : ` from ${at.toISOString()} or earlier`
  const found = backups.filter((backup) => backup.kind === kind && (at === undefined || backup.takenAt <= at))
  const count = (signature: StoredBackup['signature']): number =>
    found.filter((backup) => backup.signature === signature && backup.isFinished).length
  const unfinished = found.some(({ signature, isFinished }) => signature === 'valid' && !isFinished)
  throw new BackupError(
    [
      `There is no ${unfinished ? 'finished ' : ''}signed backup of the ${kind}${until} in ${place}; ` +
        `to restore without the ${kind}, add --without-${kind}.`,
      ...(count('other key') > 0 ? [`Backups signed with another key: ${count('other key')}.`] : []),
      ...(count('none') > 0
        ? [
            `Unsigned backups: ${count('none')}. --unsigned restores the newest unsigned backup. Anyone who can write to the ` +
              'target may have forged it.',
          ]
        : []),
    ].join(' '),
  )
}
