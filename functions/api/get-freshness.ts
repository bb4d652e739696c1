import type { FreshnessQuery } from '../../schemas/insight.ts'
import { operations } from '../../schemas/operations.ts'
import { config } from '../../shared/config.ts'
import { endpoint, NEVER_KEPT } from '../../shared/handlers/endpoint.ts'
import { getFreshness } from '../../shared/insights/freshness.ts'

export const handler = endpoint(
  operations.getFreshness,
  (database, input: FreshnessQuery) => getFreshness(database, input, config().lagHours),
  NEVER_KEPT,
)
