import { typedCommand } from '../platform/typed-command.ts'
import type { Manifest } from './manifest.ts'

/** What a restore came to. */
export interface Receipt {
  backups: { name: string; kind: Manifest['kind']; takenAt: string }[]
  /** Of each table. */
  rows: Record<string, number>
  seconds: number
  /** The spans of time of which the backups know nothing, from the snapshot to now; RFC 3339. */
  spans: { kind: Manifest['kind']; from: string; to: string }[]
  /** The same in sentences, with what is to be done by hand. */
  notVouchedFor: string[]
}

/** The receipt of a restore that has just ended. */
export function receiptOf(
  manifests: readonly Manifest[],
  rows: Record<string, number>,
  seconds: number,
  now: Date,
): Receipt {
  const to = now.toISOString()
  return {
    backups: manifests.map(({ name, kind, takenAt }) => ({ name, kind, takenAt })),
    rows,
    seconds,
    spans: manifests.map(({ kind, takenAt }) => ({ kind, from: takenAt, to })),
    notVouchedFor: (['keys', 'corpus'] as const).flatMap((kind) => {
      const manifest = manifests.find((each) => each.kind === kind)
      return manifest === undefined ? ABSENT[kind] : TOLD[kind](manifest.takenAt, to)
    }),
  }
}

const ABSENT: Record<Manifest['kind'], string[]> = {
  keys: ['No key was restored: nobody who had one can read, and what was spent and done is not known.'],
  corpus: ['No mark was restored: the next runs of the sources bring what they still tell.'],
}

const TOLD: Record<Manifest['kind'], (from: string, to: string) => string[]> = {
  keys: (from, to) => [
    `NOT KNOWN HERE: what was done to keys from ${from} to ${to}.`,
    '  A key that was revoked, rotated or expired in that time is valid again: end it once more.',
    '  A key that was created in it is unknown: its owner needs a new one.',
    '  What was spent in it is not counted: a quota may be used that much again.',
    `  Check by hand: ${typedCommand('keys', 'list')}`,
  ],
  corpus: (from, to) => [
    `The corpus is that of ${from}: what the sources said until ${to}, their next runs bring again.`,
  ],
}
