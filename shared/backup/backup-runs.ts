import type { Database, Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import type { Manifest } from './manifest.ts'
import type { BackupKind } from './tables.ts'

const CLAIM = sqlFile(import.meta.url, 'claim.sql', 'planned')
const FINISH = sqlFile(import.meta.url, 'finish.sql', 'planned')
const IS_SLOT_DONE = sqlFile(import.meta.url, 'is-slot-done.sql', 'planned')
const LOCK = sqlFile(import.meta.url, 'lock-backups.sql', 'planned')

/**
 * The time limits of backups:
 * - `longest`: the time after which an unfinished backup counts as killed
 * - `pause`: the minimum time between the start of a failed backup and the next start
 */
const TIME_LIMITS: Readonly<Record<BackupKind, { longest: string; pause: string }>> = {
  keys: { longest: '10 minutes', pause: '1 minute' },
  corpus: { longest: '2 hours', pause: '15 minutes' },
}

/**
 * Records the start of a backup and returns its id. Returns undefined if another process has made or is making the backup of
 * the slot (the scheduled time). A backup without a slot always starts.
 */
export const claimBackup = (
  database: Database,
  kind: BackupKind,
  place: string,
  slot: Date | undefined,
): Promise<string | undefined> =>
  database.transaction(async (transaction) => {
    await transaction.query(LOCK)
    const [claimed] = await transaction.query<{ id: string }>(CLAIM, {
      ...{ kind, place, slot },
      longest: TIME_LIMITS[kind].longest,
    })
    return claimed?.id
  })

export async function finishBackup(
  database: Queryable,
  id: string,
  outcome: { manifest: Manifest } | { error: string },
): Promise<void> {
  const made = 'manifest' in outcome ? outcome.manifest : undefined
  await database.query(FINISH, {
    id,
    taken_at: made?.takenAt,
    name: made?.name,
    bytes: made && bytesOf(made),
    error: 'error' in outcome ? outcome.error : undefined,
  })
}

/** Returns the stored size of a backup. */
export const bytesOf = ({ parts }: Manifest): number => parts.reduce((sum, { bytes }) => sum + bytes, 0)

/** Returns whether the backup of a slot is finished, is being made, or must wait after a failure. */
export async function isSlotDone(
  database: Queryable,
  { kind, place }: { kind: BackupKind; place: string },
  slot: Date,
  now: Date,
): Promise<boolean> {
  const values = { kind, place, slot, now, ...TIME_LIMITS[kind] }
  const [found] = await database.query<{ done: boolean }>(IS_SLOT_DONE, values)
  return found?.done === true
}
