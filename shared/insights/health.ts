import type { Health } from '../../schemas/health.ts'
import { type BackupState, backupState } from '../backup/backup-state.ts'
import type { Database } from '../db/database.ts'
import { VERSION } from '../platform/version.ts'
import { checkDatabase } from './database-checks.ts'
import { type DiskState, diskState } from './disk-state.ts'
import { keeping, shared, withinTime } from './in-time.ts'
import { type SourceTerms, type SyncState, syncState } from './sync-state.ts'

/** What is looked at besides the database itself. */
export interface Surroundings extends SourceTerms {
  /** The folder of the embedded database; undefined where another machine looks after it. */
  dataFolder: string | undefined
  /** The place for backups, in words. */
  backups: string | undefined
}

/**
 * Whether reads can be served: the database answers and its schema is one that this software works with. The disk and
 * the sources are told beside it, and change nothing in that. Probes that come while one is being answered share its
 * questions, so that they cannot use up what they ask.
 */
export async function checkHealth(
  database: Database,
  { dataFolder, backups: place, ...terms }: Surroundings,
): Promise<Health> {
  const [{ sample, checks }, disk, syncs, backups] = await Promise.all([
    checkDatabase(database),
    dataFolder === undefined ? undefined : checkDisk(dataFolder),
    syncsOf.ask(database, () => syncState(database, terms)),
    backupsOf.ask(database, () => backupState(database, place)),
  ])
  return {
    status: checks.migrations === 'ok' ? 'ok' : 'degraded',
    version: VERSION,
    ...(sample ? { sample } : {}),
    checks: { ...checks, ...(disk === undefined ? {} : { disk }), syncs, backups },
  }
}

/** A disk that hangs keeps one question waiting, and no more of them come. */
const disks = new Map<string, object>()

function checkDisk(folder: string): Promise<DiskState> {
  const name = disks.get(folder) ?? {}
  disks.set(folder, name)
  return withinTime(shared(name, () => diskState(folder))).catch(() => 'unreachable')
}

const syncsOf = keeping<SyncState>()
const backupsOf = keeping<BackupState>()
