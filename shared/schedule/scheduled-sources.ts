import { codes, SOURCES, type Source } from '../../schemas/catalogs.ts'
import type { Config } from '../platform/config.ts'

/** The cron of each source that runs by itself, by the clocks of Chile. */
export type Schedules = Readonly<Partial<Record<Source, string>>>

/**
 * What runs by itself: the sources whose address is known, and while the corpus is a sample also those that the
 * made-up office publishes.
 */
export function scheduledSources(
  { sources, schedules }: Pick<Config, 'sources' | 'schedules'>,
  sample: boolean,
): Schedules {
  return Object.fromEntries(
    codes(SOURCES)
      .filter((source) => sample || sources[source] !== undefined)
      .map((source) => [source, schedules[source]]),
  )
}
