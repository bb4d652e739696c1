import type { FreshnessQuery } from '../../schemas/insight.ts'
import { operations } from '../../schemas/operations.ts'
import { endpoint } from '../../shared/http/endpoint.ts'
import { freshnessPolicy, getFreshness } from '../../shared/insights/freshness.ts'
import { config } from '../../shared/platform/config.ts'

export const handler = endpoint(operations.getFreshness, (database, input: FreshnessQuery) =>
  getFreshness(database, input, freshnessPolicy(config())),
)
