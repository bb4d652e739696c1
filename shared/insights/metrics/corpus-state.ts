import type { Freshness, SourceFreshness } from '../../../schemas/insight.ts'
import { newestBackups } from '../../backup/backup-state.ts'
import type { BackupKind } from '../../backup/tables.ts'
import type { Queryable } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { getFreshness } from '../freshness.ts'
import type { SourceTerms } from '../sync-state.ts'
import { counter, gauge, type Told } from './told.ts'

/** What judges the sources, and where backups go: undefined where no place is configured. */
export interface CorpusTerms extends SourceTerms {
  backups: string | undefined
}

/** What other processes have done, as the database knows it. */
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

/** Shares of the month, in percent, from which on it is told how many keys have spent them. */
const SHARES = [80, 95, 100]

const COUNTS = sqlFile(import.meta.url, 'counts.sql', 'planned')

/** @throws what the database reports */
export async function findCorpusFacts(
  database: Queryable,
  { backups: place, lagHours, ...options }: CorpusTerms,
): Promise<CorpusFacts> {
  const freshness = await getFreshness(database, {}, lagHours, options)
  const [counts] = await database.query<Counts>(COUNTS, { shares: SHARES })
  if (!counts) {
    throw new Error('counts.sql gave no row')
  }
  const backups = place === undefined ? new Map() : await newestBackups(database, place)
  return { freshness, counts, backups }
}

export function corpusState({ freshness, counts, backups }: CorpusFacts): Told[] {
  const { sources, sample } = freshness
  return [
    gauge('trademark_corpus_info', 'Which corpus is served: sample or register.', [
      1,
      { kind: sample ? 'sample' : 'register' },
    ]),
    gauge('trademark_brands', 'About how many marks there are, as the planner of the database has it.', [
      counts.marks,
    ]),
    ...sourcesState(sources),
    counter(
      'trademark_sync_runs_total',
      'Runs that have ended, by their source and by how.',
      ...counts.ended.map(({ source, status, runs }) => [runs, { source, status }] as const),
    ),
    gauge('trademark_keys', 'Keys that are valid now; a rotated one and its successor are one.', [
      counts.keys,
    ]),
    gauge(
      'trademark_keys_quota_spent',
      'Those of them that have spent at least this share of their month, in percent.',
      ...counts.spent.map(({ share, keys }) => [keys, { share: String(share) }] as const),
    ),
    gauge(
      'trademark_backup_last_timestamp_seconds',
      'When the newest backup was taken, as seconds since 1970.',
      ...[...backups].map(([kind, takenAt]) => [takenAt / 1_000, { kind }] as const),
    ),
  ]
}

function sourcesState(sources: readonly SourceFreshness[]): Told[] {
  const bySource = (
    name: string,
    help: string,
    value: (source: SourceFreshness) => number | null,
    labels: (source: SourceFreshness) => Record<string, string> = () => ({}),
  ): Told =>
    gauge(
      `trademark_sync_${name}`,
      help,
      ...sources.map((each) => [value(each), { source: each.source, ...labels(each) }] as const),
    )
  return [
    bySource('scheduled', '1 where the source is asked by itself, 0 where it is not.', ({ nextRunAt }) =>
      Number(nextRunAt !== null),
    ),
    bySource('next_run_timestamp_seconds', 'When it is asked next, as seconds since 1970.', ({ nextRunAt }) =>
      seconds(nextRunAt),
    ),
    bySource(
      'last_run_info',
      'How the last run of the source stands.',
      ({ lastRunStatus }) => (lastRunStatus === null ? null : 1),
      ({ lastRunStatus }) => ({ status: String(lastRunStatus) }),
    ),
    bySource(
      'last_run_timestamp_seconds',
      'When its last run began, as seconds since 1970.',
      ({ lastRunAt }) => seconds(lastRunAt),
    ),
    bySource(
      'last_success_timestamp_seconds',
      'When the last run ended that compared us with the source, as seconds since 1970.',
      ({ lastSuccessAt }) => seconds(lastSuccessAt),
    ),
    bySource(
      'lag_seconds',
      'How far we lie behind the source; of the bulletin, on days of publication.',
      ({ lagSeconds }) => lagSeconds,
    ),
    bySource(
      'lag_threshold_seconds',
      'How far we may lie behind it.',
      ({ thresholdSeconds }) => thresholdSeconds,
    ),
    bySource('stale', '1 where we lie behind further than that, or no run has ever succeeded.', ({ stale }) =>
      Number(stale),
    ),
  ]
}

const seconds = (instant: string | null): number | null =>
  instant === null ? null : Date.parse(instant) / 1_000
