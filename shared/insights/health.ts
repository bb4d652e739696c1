import type { Health } from '../../schemas/health.ts'
import type { SourceFreshness } from '../../schemas/insight.ts'
import { backupState } from '../backup/backup-state.ts'
import { isOnSameDisk } from '../backup/same-disk.ts'
import type { Database, Queryable } from '../db/database.ts'
import { VERSION } from '../platform/version.ts'
import { cachedProbe, singleFlight, withTimeout } from './cached-probe.ts'
import { checkDisk, type DiskState } from './check-disk.ts'
import { checkDatabase } from './database-checks.ts'
import { type FreshnessPolicy, getFreshness } from './freshness.ts'

/** The settings for the checks of the sources, the disk and the backups. */
interface HealthOptions extends FreshnessPolicy {
  /** The folder of the embedded database; undefined if the database runs on another machine. */
  dataFolder: string | undefined
  /** The URL of the backup target, and the result of `configuredPlace`; undefined if no target is configured. */
  backups: { target: string; place: string } | undefined
}

type SyncState = NonNullable<Health['checks']['syncs']>
type BackupState = NonNullable<Health['checks']['backups']>

/**
 * Reports whether reads can be served: the database answers, and its schema is supported.
 *
 * Also reports the release of PostgreSQL and the states of the disk, the sources and the backups. Only the database
 * decides `status`. Concurrent calls share one check.
 */
export async function checkHealth(
  database: Database,
  { dataFolder, backups: target, ...policy }: HealthOptions,
): Promise<Health> {
  const [{ sample, release, checks }, disk, syncs, backups] = await Promise.all([
    checkDatabase(database),
    dataFolder === undefined ? undefined : checkDiskInTime(dataFolder),
    syncProbe.read(database, () => syncState(database, policy)),
    backupProbe.read(database, () => stateOfBackups(database, target, dataFolder)),
  ])
  return {
    status: checks.migrations === 'ok' ? 'ok' : 'degraded',
    version: VERSION,
    ...(sample ? { sample } : {}),
    checks: {
      ...checks,
      postgresql: release?.state ?? 'unknown',
      ...(disk === undefined ? {} : { disk }),
      syncs,
      backups,
    },
  }
}

const syncProbe = cachedProbe<SyncState>()
const backupProbe = cachedProbe<BackupState>()

/** The `singleFlight` key of each folder. While a disk hangs, all calls wait for the same check. */
const diskKeys = new Map<string, object>()

function checkDiskInTime(folder: string): Promise<DiskState> {
  const key = diskKeys.get(folder) ?? {}
  diskKeys.set(folder, key)
  return withTimeout(singleFlight(key, () => checkDisk(folder))).catch(() => 'unreachable')
}

/** Summarizes the freshness of the configured sources. */
async function syncState(database: Queryable, policy: FreshnessPolicy): Promise<SyncState> {
  const { sources } = await getFreshness(database, {}, policy)
  const expected = sources.filter(({ state }) => state !== 'not_configured')
  if (expected.some(({ stale }) => stale)) {
    return 'stale'
  }
  if (expected.some(isFailing)) {
    return 'failing'
  }
  return expected.length === 0 ? 'none' : 'ok'
}

/** Returns the state of the newest backups. `late` takes precedence over `same-disk`, also while a mount does not answer. */
async function stateOfBackups(
  database: Queryable,
  backups: HealthOptions['backups'],
  dataFolder: string | undefined,
): Promise<BackupState> {
  const state = await backupState(database, backups?.place)
  return state === 'ok' && backups && dataFolder && (await isOnSameDisk(backups.target, dataFolder))
    ? 'same-disk'
    : state
}

const isFailing = ({ lastRunStatus }: SourceFreshness): boolean =>
  lastRunStatus === 'failed' || lastRunStatus === 'held'
