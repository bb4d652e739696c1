import { codes, SOURCES, type Source } from '../../schemas/catalogs.ts'
import type { Freshness, FreshnessQuery, SourceFreshness } from '../../schemas/insight.ts'
import { CADENCES } from '../../schemas/states.ts'
import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { chileanDay, TIME_ZONE } from '../platform/time/chilean-day.ts'
import {
  dueAt,
  publicationDayAfter,
  publicationDays,
  secondsOnPublicationDays,
} from '../platform/time/publication-calendar.ts'
import type { Schedules } from '../schedule/scheduled-sources.ts'
import { nextSlot } from '../schedule/slots.ts'

/** The lag that is allowed to each source, in whole hours. */
export type LagHours = Readonly<Record<Source, number>>

export interface FreshnessOptions {
  /** What runs by itself, and when, while the corpus is a sample or the register; by default nothing does. */
  schedules?: (sample: boolean) => Schedules
  /** Instead of the clock of the database. */
  now?: Date
}

/** What the history of runs says of a source; what follows from it is not in the database. */
type Facts = Pick<
  SourceFreshness,
  'source' | 'lastRunAt' | 'lastRunStatus' | 'lastSuccessAt' | 'sourceDate' | 'lagSeconds'
>

/** Editions of the bulletin, by their days. */
interface Editions {
  /** The newest one that is in. */
  newest: string | null
  /** Of those that the office has listed in the last 30 days and that are not in, the oldest. */
  waiting: string | null
  /** The first one that was ever taken. */
  first: string | null
  /** From 30 days ago on, those that are in. */
  in: string[]
  /** In these days, those of which the office has none. */
  none: string[]
}

interface Found {
  generatedAt: string
  sample: boolean
  sources: Facts[]
  editions: Editions
}

/** All that the answer on a source follows from. */
interface Evidence {
  now: Date
  editions: Editions
  lagHours: LagHours
  schedules: Schedules
}

const FRESHNESS = sqlFile(import.meta.url, 'freshness.sql', 'prepared')

/**
 * How far each source lies behind, in the order of the catalog and by the clock of the database; only the one
 * asked about when `input` names one. The lag of sheets and portal is the time since the last run that compared us
 * with them, that of the bulletin is counted on its publication calendar (docs/decisions.md#records).
 */
export async function getFreshness(
  database: Queryable,
  input: FreshnessQuery,
  lagHours: LagHours,
  { schedules = () => ({}), now }: FreshnessOptions = {},
): Promise<Freshness> {
  const sources = input.source === undefined ? codes(SOURCES) : [input.source]
  const [found] = await database.query<Found>(FRESHNESS, { sources, now })
  if (!found) {
    throw new Error('freshness.sql gave no row')
  }
  const { generatedAt, sample, editions } = found
  const evidence = { now: new Date(generatedAt), editions, lagHours, schedules: schedules(sample) }
  return {
    generatedAt,
    timeZone: TIME_ZONE,
    ...(sample ? { sample: true } : {}),
    sources: found.sources.map((facts) => judge(facts, evidence)),
  }
}

function judge(facts: Facts, evidence: Evidence): SourceFreshness {
  const { source } = facts
  const lagSeconds = source === 'bulletin' ? bulletinLag(facts, evidence) : facts.lagSeconds
  const thresholdSeconds = evidence.lagHours[source] * 3_600
  return {
    ...facts,
    cadence: CADENCES[source],
    lagSeconds,
    thresholdSeconds,
    stale: lagSeconds === null || lagSeconds > thresholdSeconds,
    nextRunAt: nextRunAt(source, evidence),
  }
}

/**
 * Since the first edition that we lack was due, in whole seconds of publication days. We lack those of the days after
 * the newest one that is in, as soon as they are due; of the last 30 days also those between others that are in, unless
 * the office has none of that day; and whatever it has listed and is not in.
 */
function bulletinLag({ lastSuccessAt }: Facts, { now, editions }: Evidence): number | null {
  const { newest, waiting } = editions
  if (lastSuccessAt === null || newest === null) {
    return null
  }
  const lacking = [publicationDayAfter(newest), waiting, firstHole(editions, newest, now)]
  const first = lacking.filter((day) => day !== null).sort()[0] ?? newest
  return Math.floor(secondsOnPublicationDays(dueAt(first), now))
}

const DAYS_BACK_MS = 30 * 86_400_000

/** The first day of the last 30 between editions that are in, of which none is. */
function firstHole({ first, in: taken, none }: Editions, newest: string, now: Date): string | null {
  const from = [first ?? newest, chileanDay(new Date(now.getTime() - DAYS_BACK_MS))].sort()[1] ?? newest
  return publicationDays(from, newest).find((day) => !taken.includes(day) && !none.includes(day)) ?? null
}

function nextRunAt(source: Source, { now, editions, schedules }: Evidence): string | null {
  const pattern = schedules[source]
  const isIn = (day: string): boolean => source === 'bulletin' && editions.in.includes(day)
  const slot = pattern === undefined ? undefined : nextSlot(source, pattern, now, isIn)
  return slot?.toISOString() ?? null
}
