import type { FreshnessQuery } from '../../schemas/insight.ts'
import { operations } from '../../schemas/operations.ts'
import { config } from '../../shared/config.ts'
import { endpoint, NEVER_KEPT } from '../../shared/handlers/endpoint.ts'
import { getFreshness } from '../../shared/insights/freshness.ts'
import { scheduledSources } from '../../shared/schedule/scheduled-sources.ts'

export const handler = endpoint(
  operations.getFreshness,
  (database, input: FreshnessQuery) =>
    getFreshness(database, input, config().lagHours, {
      schedules: (sample) => scheduledSources(config(), sample),
    }),
  NEVER_KEPT,
)
