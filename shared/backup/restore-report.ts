import { typedCommand } from '../platform/typed-command.ts'
import type { ChosenBackups } from './choose-backups.ts'
import type { Manifest } from './manifest.ts'

export interface RestoreReport {
  backups: { name: string; kind: Manifest['kind']; takenAt: string; isSigned: boolean }[]
  /** Names of newer backups that were not restored, because they are unsigned or signed with another key. */
  ignored: string[]
  /** The number of rows by table. */
  rows: Record<string, number>
  seconds: number
  /** For each restored kind, the period from the snapshot to the restore. Changes of this period are not in the backup. */
  spans: { kind: Manifest['kind']; from: string; to: string }[]
  /** Warnings and manual steps, as lines of text: unsigned, ignored or missing backups, and changes since a backup. */
  notVouchedFor: string[]
}

export function restoreReport(
  { manifests, ignored }: ChosenBackups,
  rows: Record<string, number>,
  seconds: number,
  now: Date,
): RestoreReport {
  const to = now.toISOString()
  return {
    backups: manifests.map((manifest) => {
      const { name, kind, takenAt } = manifest
      return { name, kind, takenAt, isSigned: isSigned(manifest) }
    }),
    ignored,
    rows,
    seconds,
    spans: manifests.map(({ kind, takenAt }) => ({ kind, from: takenAt, to })),
    notVouchedFor: [
      ...manifests.flatMap((manifest) => (isSigned(manifest) ? [] : NOT_SIGNED[manifest.kind])),
      ...(ignored.length === 0
        ? []
        : [
            `IGNORED: ${ignored.length} newer backups, unsigned or signed with another key, such as ${ignored[0]}.`,
          ]),
      ...(['keys', 'corpus'] as const).flatMap((kind) => {
        const manifest = manifests.find((each) => each.kind === kind)
        return manifest === undefined ? WITHOUT[kind] : MISSING_SINCE[kind](manifest.takenAt, to)
      }),
    ],
  }
}

const isSigned = ({ signature }: Manifest): boolean => signature !== undefined

const NOT_SIGNED: Record<Manifest['kind'], string[]> = {
  keys: [
    'NOT SIGNED: the backup of the keys. Anyone who can write to its target may have made it, with keys of their own.',
    '  Revoke every key that you did not create.',
  ],
  corpus: [
    'NOT SIGNED: the backup of the corpus. Anyone who can write to its target may have made it, with other marks.',
  ],
}

const WITHOUT: Record<Manifest['kind'], string[]> = {
  keys: ['No key was restored: existing keys do not work, and their usage and audit log are lost.'],
  corpus: [
    'No mark was restored: the next runs of the sources load the marks that the sources still publish.',
  ],
}

const MISSING_SINCE: Record<Manifest['kind'], (from: string, to: string) => string[]> = {
  keys: (from, to) => [
    `NOT IN THE BACKUP: changes to keys from ${from} to ${to}.`,
    '  A key that was revoked or rotated in that time, or got an earlier expiry date, is valid again: revoke it.',
    '  A key that was created in that time does not exist: its owner needs a new one.',
    '  Requests of that time are not counted: the quota that they used is available again.',
    `  Check by hand: ${typedCommand('keys', 'list')}`,
  ],
  corpus: (from, to) => [
    `The corpus is as of ${from}: the next runs of the sources load the changes until ${to}.`,
  ],
}
