import { terminalLine } from '../../local/terminal-line.ts'
import { backUp } from '../../shared/backup/back-up.ts'
import type { BackupPlace } from '../../shared/backup/backup-place.ts'
import type { Manifest } from '../../shared/backup/manifest.ts'
import type { BackupKind } from '../../shared/backup/tables.ts'
import { toOperatorError } from '../../shared/db/connect-database.ts'
import type { Database } from '../../shared/db/database.ts'
import { number } from '../table.ts'

export interface Made {
  made: readonly Timed[]
  /** The target of the backups, as text for messages. */
  place: string
  /** Messages about problems other than `error`. */
  remarks: readonly string[]
  /** The error of the first backup that failed. */
  error: unknown
}

/** A backup and its duration. */
export interface Timed {
  manifest: Manifest
  seconds: number
}

/** Makes a backup of each kind, even if another backup fails. Shows the progress on a terminal. */
export async function makeBackups(
  database: Database,
  kinds: readonly BackupKind[],
  place: BackupPlace,
  signal: AbortSignal,
): Promise<Made> {
  const made: Timed[] = []
  const remarks: string[] = []
  let error: unknown
  for (const kind of kinds) {
    if (signal.aborted) {
      error ??= signal.reason
      break
    }
    try {
      const { timed, remark } = await makeOne(database, kind, place, signal)
      made.push(timed)
      remarks.push(...remark)
    } catch (failure) {
      error ??= toOperatorError(failure)
    }
  }
  return { made, place: place.target.place, remarks, error }
}

async function makeOne(database: Database, kind: BackupKind, place: BackupPlace, signal: AbortSignal) {
  const line = terminalLine()
  const startedAt = performance.now()
  try {
    const outcome = await backUp(database, kind, place, {
      signal,
      onPart: ({ table, rows }) => line.show(`${kind}: ${table}, ${number(rows)} rows`),
    })
    if (outcome === undefined) {
      throw new Error('backUp returned no backup')
    }
    const { manifest, notRemoved } = outcome
    const remark = notRemoved === undefined ? [] : [`Old backups were not removed: ${notRemoved}`]
    return { timed: { manifest, seconds: secondsSince(startedAt) }, remark }
  } finally {
    line.clear()
  }
}

/** Returns the seconds since `startedAt` (a value of `performance.now()`), rounded to tenths. */
export const secondsSince = (startedAt: number): number =>
  Math.round((performance.now() - startedAt) / 100) / 10
