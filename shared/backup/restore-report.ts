import { typedCommand } from '../platform/typed-command.ts'
import type { Manifest } from './manifest.ts'

/** The result of a restore. */
export interface RestoreReport {
  backups: { name: string; kind: Manifest['kind']; takenAt: string }[]
  /** The number of rows by table. */
  rows: Record<string, number>
  seconds: number
  /** The periods that the backups do not cover, from the snapshot to now; RFC 3339. */
  spans: { kind: Manifest['kind']; from: string; to: string }[]
  /** The same in sentences, with the manual steps. */
  notVouchedFor: string[]
}

/** Returns the report of a restore that has just ended. */
export function restoreReport(
  manifests: readonly Manifest[],
  rows: Record<string, number>,
  seconds: number,
  now: Date,
): RestoreReport {
  const to = now.toISOString()
  return {
    backups: manifests.map(({ name, kind, takenAt }) => ({ name, kind, takenAt })),
    rows,
    seconds,
    spans: manifests.map(({ kind, takenAt }) => ({ kind, from: takenAt, to })),
    notVouchedFor: (['keys', 'corpus'] as const).flatMap((kind) => {
      const manifest = manifests.find((each) => each.kind === kind)
      return manifest === undefined ? WITHOUT[kind] : MISSING_SINCE[kind](manifest.takenAt, to)
    }),
  }
}

const WITHOUT: Record<Manifest['kind'], string[]> = {
  keys: ['No key was restored: existing keys do not work, and their usage and audit log are lost.'],
  corpus: ['No mark was restored: the next runs of the sources load those that the sources still publish.'],
}

const MISSING_SINCE: Record<Manifest['kind'], (from: string, to: string) => string[]> = {
  keys: (from, to) => [
    `NOT IN THE BACKUP: changes to keys from ${from} to ${to}.`,
    '  A key that was revoked, rotated or expired in that time is valid again: revoke it again.',
    '  A key that was created in that time does not exist: its owner needs a new one.',
    '  Requests of that time are not counted: that part of a quota can be used again.',
    `  Check by hand: ${typedCommand('keys', 'list')}`,
  ],
  corpus: (from, to) => [
    `The corpus is as of ${from}: the next runs of the sources load the changes until ${to}.`,
  ],
}
