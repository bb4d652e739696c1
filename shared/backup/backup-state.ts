import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import type { BackupKind } from './tables.ts'

/** `late`: what is lost with this machine is more than the schedule allows. `none`: no place for backups is configured. */
export type BackupState = 'ok' | 'late' | 'none'

const NEWEST = sqlFile(import.meta.url, 'newest-backups.sql', 'planned')

const MINUTE_MS = 60_000
/** How old the newest backup may be: several of every five minutes may fail, one of every night may. */
const OLDEST_MS: Readonly<Record<BackupKind, number>> = { keys: 30 * MINUTE_MS, corpus: 50 * 60 * MINUTE_MS }

/** Whether the newest backups in a place, where one is configured, are as new as they should be. */
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

/** When the newest backup of each kind in a place was taken, in milliseconds; a kind without one is not in it. */
export async function newestBackups(
  database: Queryable,
  place: string,
): Promise<ReadonlyMap<BackupKind, number>> {
  const rows = await database.query<{ kind: BackupKind; takenAt: string }>(NEWEST, { place })
  return new Map(rows.map(({ kind, takenAt }) => [kind, Date.parse(takenAt)]))
}
