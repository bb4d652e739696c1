import { codes, SOURCES, type Source } from '../../schemas/catalogs.ts'
import type { Freshness, FreshnessQuery, SourceFreshness } from '../../schemas/insight.ts'
import { CADENCES } from '../../schemas/states.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import type { Config } from '../platform/config.ts'
import { chileanDay, TIME_ZONE } from '../platform/time/chilean-day.ts'
import {
  dueAt,
  publicationDayAfter,
  publicationDays,
  secondsOnPublicationDays,
} from '../platform/time/publication-calendar.ts'
import { type Schedules, scheduledSources } from '../schedule/scheduled-sources.ts'
import { nextSlot } from '../schedule/slots.ts'

/** The rules that decide whether a source is stale, and when its next run is. */
export interface FreshnessPolicy {
  /** The allowed lag of each source, in whole hours. */
  lagHours: Readonly<Record<Source, number>>
  /** The schedules of the sources, for a sample or for the register. By default, no source is scheduled. */
  schedules?: (sample: boolean) => Schedules
  /** Replaces the clock of the database, in tests. */
  now?: Date
}

/** Returns the policy that the settings configure. */
export const freshnessPolicy = (
  settings: Pick<Config, 'lagHours' | 'sources' | 'schedules'>,
): FreshnessPolicy => ({
  lagHours: settings.lagHours,
  schedules: (sample) => scheduledSources(settings, sample),
})

/** The part of the freshness of a source that the database returns. */
type Facts = Pick<
  SourceFreshness,
  'source' | 'lastRunAt' | 'lastRunStatus' | 'lastSuccessAt' | 'sourceDate' | 'lagSeconds'
>

/** Editions of the bulletin, by day of publication. */
interface Editions {
  /** The newest edition that was read. An edition dated in the future counts only if no other edition was read. */
  newest: string | null
  /** The oldest edition of the last 30 days that the office has listed and that was not read. */
  waiting: string | null
  /** The oldest edition that was ever read. */
  first: string | null
  /** The editions of the last 30 days that were read. */
  in: string[]
  /** Days within the last 30 days on which the office published no edition. */
  none: string[]
}

interface Reading {
  generatedAt: string
  sample: boolean
  sources: Facts[]
  editions: Editions
}

/** The values from which the freshness of a source is computed, besides its `Facts`. */
interface Context {
  now: Date
  editions: Editions
  lagHours: FreshnessPolicy['lagHours']
  schedules: Schedules
}

const FRESHNESS = sqlFile(import.meta.url, 'freshness.sql', 'prepared')

/**
 * Returns the freshness of the source that `input` names, or of all sources in the order of the catalog.
 *
 * The lag of sheets and portal is the time since the last run that compared the corpus with the source. The lag of the bulletin
 * is counted on its publication calendar (docs/decisions.md#records). A source without an address and without a successful run
 * is `not_configured` and never stale.
 */
export async function getFreshness(
  database: Queryable,
  input: FreshnessQuery,
  { lagHours, schedules = () => ({}), now }: FreshnessPolicy,
): Promise<Freshness> {
  const sources = input.source === undefined ? codes(SOURCES) : [input.source]
  const [reading] = await database.query<Reading>(FRESHNESS, {
    sources,
    configured: codes(schedules(false)),
    configured_in_sample: codes(schedules(true)),
    now,
  })
  if (!reading) {
    throw new Error('freshness.sql returned no row')
  }
  const { generatedAt, sample, editions } = reading
  const context = { now: new Date(generatedAt), editions, lagHours, schedules: schedules(sample) }
  return {
    generatedAt,
    timeZone: TIME_ZONE,
    ...(sample ? { sample: true } : {}),
    sources: reading.sources.map((facts) => sourceFreshness(facts, context)),
  }
}

function sourceFreshness(facts: Facts, context: Context): SourceFreshness {
  const { source } = facts
  const lagSeconds = source === 'bulletin' ? bulletinLag(facts, context) : facts.lagSeconds
  const thresholdSeconds = context.lagHours[source] * 3_600
  const isConfigured = context.schedules[source] !== undefined || facts.lastSuccessAt !== null
  const stale = isConfigured && (lagSeconds === null || lagSeconds > thresholdSeconds)
  return {
    ...facts,
    cadence: CADENCES[source],
    lagSeconds,
    thresholdSeconds,
    state: !isConfigured ? 'not_configured' : stale ? 'stale' : 'current',
    stale,
    nextRunAt: nextRunAt(source, context),
  }
}

/**
 * Returns the whole seconds since the first missing edition was due, counting only publication days. These editions can be
 * missing:
 * - the edition after the newest edition that was read
 * - an edition that the office has listed (`waiting`)
 * - an edition between the editions that were read (`firstGap`)
 */
function bulletinLag({ lastSuccessAt }: Facts, { now, editions }: Context): number | null {
  const { newest, waiting } = editions
  if (lastSuccessAt === null || newest === null) {
    return null
  }
  const missing = [publicationDayAfter(newest), waiting, firstGap(editions, newest, now)]
  const first = missing.filter((day) => day !== null).sort()[0] ?? newest
  return Math.floor(secondsOnPublicationDays(dueAt(first), now))
}

const DAYS_BACK_MS = 30 * 86_400_000

/** Returns the day of the first missing edition within 30 days, between the first and the newest edition that were read. */
function firstGap({ first, in: read, none }: Editions, newest: string, now: Date): string | null {
  const from = [first ?? newest, chileanDay(new Date(now.getTime() - DAYS_BACK_MS))].sort()[1] ?? newest
  return publicationDays(from, newest).find((day) => !read.includes(day) && !none.includes(day)) ?? null
}

function nextRunAt(source: Source, { now, editions, schedules }: Context): string | null {
  const pattern = schedules[source]
  const isRead = (day: string): boolean => source === 'bulletin' && editions.in.includes(day)
  const slot = pattern === undefined ? undefined : nextSlot(source, pattern, now, isRead)
  return slot?.toISOString() ?? null
}
