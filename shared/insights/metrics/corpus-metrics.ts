import type { Freshness, SourceFreshness } from '../../../schemas/insight.ts'
import { newestBackups } from '../../backup/backup-state.ts'
import type { BackupKind } from '../../backup/tables.ts'
import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { type FreshnessPolicy, getFreshness } from '../freshness.ts'
import { counter, gauge, type Metric } from './metric.ts'

export interface MetricsOptions extends FreshnessPolicy {
  /** The target of the backups, as returned by `configuredPlace`; undefined if no target is configured. */
  backups: string | undefined
}

/** The facts in the database from which `corpusMetrics` makes the metrics. */
export interface CorpusFacts {
  freshness: Freshness
  counts: Counts
  backups: ReadonlyMap<BackupKind, number>
}

interface Counts {
  ended: { source: string; status: string; runs: number }[]
  marks: number | null
  keys: number
  spent: { share: number; keys: number }[]
}

/** Percentages of the monthly quota. `trademark_keys_quota_spent` has one value for each percentage. */
const SPENT_SHARES = [80, 95, 100]

const COUNTS = sqlFile(import.meta.url, 'corpus-counts.sql', 'planned')

/** Reads the facts that `corpusMetrics` renders. @throws the errors of the database */
export async function readCorpusFacts(
  database: Queryable,
  { backups: target, ...policy }: MetricsOptions,
): Promise<CorpusFacts> {
  const freshness = await getFreshness(database, {}, policy)
  const [counts] = await database.query<Counts>(COUNTS, { shares: SPENT_SHARES })
  if (!counts) {
    throw new Error('corpus-counts.sql returned no row')
  }
  const backups = target === undefined ? new Map() : await newestBackups(database, target)
  return { freshness, counts, backups }
}

/** Returns the metrics of the corpus, the sources, the keys and the backups. */
export function corpusMetrics({ freshness, counts, backups }: CorpusFacts): Metric[] {
  const { sources, sample } = freshness
  return [
    gauge('trademark_corpus_info', 'The corpus that is served: sample or register.', [
      1,
      { kind: sample ? 'sample' : 'register' },
    ]),
    gauge('trademark_brands', 'Number of marks, as estimated by the planner of the database.', [
      counts.marks,
    ]),
    ...sourceMetrics(sources),
    counter(
      'trademark_sync_runs_total',
      'Sync runs that have ended, by source and final status.',
      ...counts.ended.map(({ source, status, runs }) => [runs, { source, status }] as const),
    ),
    gauge('trademark_keys', 'Keys that are valid now; a rotated key and its successor count as one.', [
      counts.keys,
    ]),
    gauge(
      'trademark_keys_quota_spent',
      'Number of valid keys that have used at least `share` percent of their monthly quota.',
      ...counts.spent.map(({ share, keys }) => [keys, { share: String(share) }] as const),
    ),
    gauge(
      'trademark_backup_last_timestamp_seconds',
      'Time of the newest backup, in seconds since 1970.',
      ...[...backups].map(([kind, takenAt]) => [takenAt / 1_000, { kind }] as const),
    ),
  ]
}

function sourceMetrics(sources: readonly SourceFreshness[]): Metric[] {
  const bySource = (
    name: string,
    help: string,
    value: (source: SourceFreshness) => number | null,
    labels: (source: SourceFreshness) => Record<string, string> = () => ({}),
  ): Metric =>
    gauge(
      `trademark_sync_${name}`,
      help,
      ...sources.map((each) => [value(each), { source: each.source, ...labels(each) }] as const),
    )
  return [
    bySource('scheduled', '1 if the source is read on a schedule, else 0.', ({ nextRunAt }) =>
      Number(nextRunAt !== null),
    ),
    bySource(
      'next_run_timestamp_seconds',
      'Time of the next scheduled run, in seconds since 1970.',
      ({ nextRunAt }) => seconds(nextRunAt),
    ),
    bySource(
      'last_run_info',
      'Status of the last run of the source.',
      ({ lastRunStatus }) => (lastRunStatus === null ? null : 1),
      ({ lastRunStatus }) => ({ status: String(lastRunStatus) }),
    ),
    bySource(
      'last_run_timestamp_seconds',
      'Time at which the last run began, in seconds since 1970.',
      ({ lastRunAt }) => seconds(lastRunAt),
    ),
    bySource(
      'last_success_timestamp_seconds',
      'End of the last run that compared the corpus with the source, in seconds since 1970.',
      ({ lastSuccessAt }) => seconds(lastSuccessAt),
    ),
    bySource(
      'lag_seconds',
      'Lag behind the source; for the bulletin, only publication days count.',
      ({ lagSeconds }) => lagSeconds,
    ),
    bySource(
      'lag_threshold_seconds',
      'Lag above which the source is stale.',
      ({ thresholdSeconds }) => thresholdSeconds,
    ),
    bySource(
      'stale',
      '1 if the lag exceeds the threshold or no run has ever succeeded, else 0; absent if the source is not configured.',
      ({ state, stale }) => (state === 'not_configured' ? null : Number(stale)),
    ),
    bySource(
      'state_info',
      'State of the source: current, stale or not_configured.',
      () => 1,
      ({ state }) => ({ state }),
    ),
  ]
}

const seconds = (instant: string | null): number | null =>
  instant === null ? null : Date.parse(instant) / 1_000
