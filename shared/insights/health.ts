import type { Health } from '../../schemas/health.ts'
import type { SourceFreshness } from '../../schemas/insight.ts'
import { type BackupState, backupState } from '../backup/backup-state.ts'
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
  /** The result of `configuredPlace` for the backup target; undefined if no target is configured. */
  backups: string | undefined
}

type SyncState = NonNullable<Health['checks']['syncs']>

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
    backupProbe.read(database, () => backupState(database, target)),
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

const isFailing = ({ lastRunStatus }: SourceFreshness): boolean =>
  lastRunStatus === 'failed' || lastRunStatus === 'held'
