import { codes, SOURCES, type Source } from '../../schemas/catalogs.ts'
import type { Config } from '../platform/config.ts'

/** The cron expression of each scheduled source, in Chilean time. */
export type Schedules = Readonly<Partial<Record<Source, string>>>

/** Returns the schedules of the sources with a configured address, or of all sources while the corpus is a sample. */
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
