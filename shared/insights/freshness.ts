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

/** The rules for stale sources and next runs. */
export interface FreshnessPolicy {
  /** The allowed lag of each source. */
  lagHours: Readonly<Record<Source, number>>
  /** Returns the schedules of the sources. `sample` is true for sample data. By default, no source has a schedule. */
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

type Facts = Pick<
  SourceFreshness,
  'source' | 'lastRunAt' | 'lastRunStatus' | 'lastSuccessAt' | 'sourceDate' | 'lagSeconds'
>

/** Editions of the bulletin, by day of publication. */
interface Editions {
  /** The newest edition up to today that the service has read. If it has read only later editions, the oldest of them. */
  newest: string | null
  /** The oldest unread edition of the last 30 days in the table `bulletin_edition`. */
  waiting: string | null
  /** The oldest edition that the service has read. */
  first: string | null
  /** The editions of the last 30 days that the service has read. */
  in: string[]
  /** The days of the last 30 days on which the office published no edition. */
  none: string[]
}

interface Reading {
  generatedAt: string
  sample: boolean
  sources: Facts[]
  editions: Editions
}

interface Context {
  now: Date
  editions: Editions
  lagHours: FreshnessPolicy['lagHours']
  schedules: Schedules
}

const FRESHNESS = sqlFile(import.meta.url, 'freshness.sql', 'prepared')

/**
 * Returns the freshness of the source in `input`, or by default of all sources.
 *
 * The lag of the bulletin is the time since its first missing edition was due. Only publication days count
 * (docs/decisions.md#records).
 * A source is `not_configured` if it has neither a schedule nor a successful run.
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

/**
 * Returns the first publication day that is in neither `in` nor `none`: its edition is missing. Searches the days from
 * `first` to `newest`, but only the last 30 days.
 */
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
