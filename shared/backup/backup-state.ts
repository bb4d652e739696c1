import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import type { BackupKind } from './tables.ts'

/** `late`: the newest backup of a kind is too old. `none`: no target is configured. */
type BackupState = 'ok' | 'late' | 'none'

const NEWEST = sqlFile(import.meta.url, 'newest-backups.sql', 'planned')

const MINUTE_MS = 60_000
/** The maximum age of the newest backup. Keys are backed up every five minutes, and the corpus every night. */
const OLDEST_MS: Readonly<Record<BackupKind, number>> = { keys: 30 * MINUTE_MS, corpus: 50 * 60 * MINUTE_MS }

/**
 * Returns the state of the newest backups.
 *
 * @param place a name from `recordedPlace`; undefined without a target
 */
export async function backupState(
  database: Queryable,
  place: string | undefined,
  now = new Date(),
): Promise<BackupState> {
  if (place === undefined) {
    return 'none'
  }
  const newest = await newestBackups(database, place)
  const isLate = (['keys', 'corpus'] as const).some(
    (kind) => now.getTime() - (newest.get(kind) ?? 0) > OLDEST_MS[kind],
  )
  return isLate ? 'late' : 'ok'
}

/** Returns the snapshot time of the newest backup at a place, in milliseconds, by kind. */
export async function newestBackups(
  database: Queryable,
  place: string,
): Promise<ReadonlyMap<BackupKind, number>> {
  const rows = await database.query<{ kind: BackupKind; takenAt: string }>(NEWEST, { place })
  return new Map(rows.map(({ kind, takenAt }) => [kind, Date.parse(takenAt)]))
}
