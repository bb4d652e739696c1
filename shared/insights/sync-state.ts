import type { Health } from '../../schemas/health.ts'
import type { SourceFreshness } from '../../schemas/insight.ts'
import type { Queryable } from '../db/database.ts'
import { type FreshnessOptions, getFreshness, type LagHours } from './freshness.ts'

export type SyncState = NonNullable<Health['checks']['syncs']>

/** What judges the sources: the lag that is allowed to each, and which of them are scheduled. */
export type SourceTerms = { lagHours: LagHours } & FreshnessOptions

/** How the sources stand, in one word. @throws what the database reports */
export async function syncState(
  database: Queryable,
  { lagHours, ...options }: SourceTerms,
): Promise<SyncState> {
  const { sources } = await getFreshness(database, {}, lagHours, options)
  const expected = sources.filter(
    ({ nextRunAt, lastSuccessAt }) => nextRunAt !== null || lastSuccessAt !== null,
  )
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
