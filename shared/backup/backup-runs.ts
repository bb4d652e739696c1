import type { Database, Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import type { Manifest } from './manifest.ts'
import type { BackupKind } from './tables.ts'

const CLAIM = sqlFile(import.meta.url, 'claim.sql', 'planned')
const FINISH = sqlFile(import.meta.url, 'finish.sql', 'planned')
const IS_MET = sqlFile(import.meta.url, 'backup-is-met.sql', 'planned')
const LOCK = { text: `select pg_advisory_xact_lock(hashtext('trademark backup'))`, parameters: [] }

/** How long a backup may take before its process counts as killed, and how soon one that failed is tried again. */
const PATIENCE: Readonly<Record<BackupKind, { longest: string; pause: string }>> = {
  keys: { longest: '10 minutes', pause: '1 minute' },
  corpus: { longest: '2 hours', pause: '15 minutes' },
}

/**
 * Begins a backup: its id, or undefined where another process has that of the slot, or makes it. Without a slot it begins
 * anyhow.
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
      longest: PATIENCE[kind].longest,
    })
    return claimed?.id
  })

/** Keeps how a backup ended. */
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

/** Of all its parts, as they are stored. */
export const bytesOf = ({ parts }: Manifest): number => parts.reduce((sum, { bytes }) => sum + bytes, 0)

/** Whether nothing is to be done for a slot at `now`, of a kind and a place. */
export async function isSlotMet(
  database: Queryable,
  { kind, place }: { kind: BackupKind; place: string },
  slot: Date,
  now: Date,
): Promise<boolean> {
  const values = { kind, place, slot, now, ...PATIENCE[kind] }
  const [found] = await database.query<{ met: boolean }>(IS_MET, values)
  return found?.met === true
}
