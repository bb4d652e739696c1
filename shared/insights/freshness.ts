import { codes, SOURCES, type Source } from '../../schemas/catalogs.ts'
import { CADENCES, type Freshness, type FreshnessQuery, type SourceFreshness } from '../../schemas/insight.ts'
import { TIME_ZONE } from '../chilean-day.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'

/** The lag that is allowed to each source, in whole hours. */
export type LagHours = Readonly<Record<Source, number>>

/** What the history of runs says of a source; what follows from it is not in the database. */
type Facts = Pick<
  SourceFreshness,
  'source' | 'lastRunAt' | 'lastRunStatus' | 'lastSuccessAt' | 'sourceDate' | 'lagSeconds'
>

interface Found {
  generatedAt: string
  sample: boolean
  sources: Facts[]
}

const FRESHNESS = sqlFile(import.meta.url, 'freshness.sql', 'prepared')

/**
 * How far each source lies behind, in the order of the catalog and by the clock of the database; only the one
 * asked about when `input` names one. The lag of every source is the time since the last run that compared us with
 * it (decisions, Records).
 */
export async function getFreshness(
  database: Queryable,
  input: FreshnessQuery,
  lagHours: LagHours,
): Promise<Freshness> {
  const sources = input.source === undefined ? codes(SOURCES) : [input.source]
  const [found] = await database.query<Found>(FRESHNESS, { sources })
  if (!found) {
    throw new Error('freshness.sql gave no row')
  }
  return {
    generatedAt: found.generatedAt,
    timeZone: TIME_ZONE,
    ...(found.sample ? { sample: true } : {}),
    sources: found.sources.map((facts) => judge(facts, lagHours)),
  }
}

function judge(facts: Facts, lagHours: LagHours): SourceFreshness {
  const { source, lagSeconds } = facts
  const thresholdSeconds = lagHours[source] * 3_600
  return {
    ...facts,
    cadence: CADENCES[source],
    thresholdSeconds,
    stale: lagSeconds === null || lagSeconds > thresholdSeconds,
    nextRunAt: null,
  }
}
