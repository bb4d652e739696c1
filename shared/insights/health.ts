import type { Health } from '../../schemas/health.ts'
import { type BackupState, backupState } from '../backup/backup-state.ts'
import type { Database } from '../db/database.ts'
import { migrations } from '../db/migrate.ts'
import { sqlFile } from '../db/sql-file.ts'
import { VERSION } from '../version.ts'
import { type DiskState, diskState } from './disk-state.ts'
import { keeping, shared, withinTime } from './in-time.ts'
import { type SourceTerms, type SyncState, syncState } from './sync-state.ts'

interface Found {
  applied: { version: number; kind: 'additive' | 'breaking' }[]
  sample: boolean
}

/** What is looked at besides the database itself. */
export interface Surroundings extends SourceTerms {
  /** The folder of the embedded database; undefined where another machine looks after it. */
  dataFolder: string | undefined
  /** The place for backups, in words. */
  backups: string | undefined
}

type Aside = Pick<Database, 'aside'>

/** What decides whether reads can be served. */
export type DatabaseChecks = Pick<Health['checks'], 'database' | 'migrations'>

interface Core extends Pick<Health, 'sample'> {
  checks: DatabaseChecks
}

const UNDEFINED_TABLE = '42P01'

const HEALTH = sqlFile(import.meta.url, 'health.sql', 'planned')

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

/**
 * Whether the database answers, and with which schema: reads can be served where `migrations` is `ok`. Asked beside the
 * pool, as requests that wait there for a connection are no reason to call the database unreachable.
 */
export async function checkDatabase({ aside }: Aside): Promise<Core> {
  try {
    const { applied, sample } = await withinTime(shared(aside, () => ask(aside)))
    return { sample, checks: { database: 'ok', migrations: migrationState(applied) } }
  } catch (error) {
    return (error as { code?: string }).code === UNDEFINED_TABLE
      ? { checks: { database: 'ok', migrations: 'missing' } }
      : { checks: { database: 'unreachable', migrations: 'unknown' } }
  }
}

async function ask(database: Aside['aside']): Promise<Found> {
  const [found] = await database.query<Found>(HEALTH)
  return found ?? { applied: [], sample: true }
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

function migrationState(applied: Found['applied']): Health['checks']['migrations'] {
  const mine = new Set(migrations.map(({ version }) => version))
  const found = new Set(applied.map(({ version }) => version))
  if (!mine.isSubsetOf(found)) {
    return 'missing'
  }
  return applied.some(({ version, kind }) => kind === 'breaking' && !mine.has(version)) ? 'newer' : 'ok'
}
