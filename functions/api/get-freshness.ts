import type { FreshnessQuery } from '../../schemas/insight.ts'
import { operations } from '../../schemas/operations.ts'
import { endpoint } from '../../shared/http/endpoint.ts'
import { getFreshness } from '../../shared/insights/freshness.ts'
import { sourceTerms } from '../../shared/insights/source-terms.ts'
import { config } from '../../shared/platform/config.ts'

export const handler = endpoint(operations.getFreshness, (database, input: FreshnessQuery) => {
  const { lagHours, ...options } = sourceTerms(config())
  return getFreshness(database, input, lagHours, options)
})
