/**
 * The client of the Trademark Read Service. It needs only `fetch`: `openapi-fetch` would be a dependency for a few GET
 * requests, and would not wait out rate limits, paginate or throw typed errors.
 */

export type { CallOptions, Client, ClientOptions, WatchOptions } from './client.ts'
export { createClient } from './client.ts'
export { ConnectionError, ServiceError } from './errors.ts'
export type { Answer } from './get-json.ts'
export type { Limit, Limits } from './limits.ts'
export type {
  BrandDetail,
  BrandPage,
  BrandQuery,
  BrandSummary,
  Change,
  ChangePage,
  ChangeQuery,
  ErrorCode,
  ErrorDetail,
  Freshness,
  FreshnessQuery,
  SyncRun,
  SyncRunPage,
  SyncRunQuery,
} from './types.ts'
