import type { Config } from '../platform/config.ts'
import { scheduledSources } from '../schedule/scheduled-sources.ts'
import type { SourceTerms } from './sync-state.ts'

/** What judges the sources, as the operator has configured it. */
export const sourceTerms = (settings: Pick<Config, 'lagHours' | 'sources' | 'schedules'>): SourceTerms => ({
  lagHours: settings.lagHours,
  schedules: (sample) => scheduledSources(settings, sample),
})
