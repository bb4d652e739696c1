/**
 * The client of the Trademark Read Service. It stands on `fetch` alone: `openapi-fetch` would be a dependency for a
 * handful of GET requests, and what takes thirty lines (waiting, errors, walking) would still be to write.
 */

export type { Answer } from './ask.ts'
export type { CallOptions, Client, ClientOptions } from './client.ts'
export { createClient } from './client.ts'
export { ConnectionError, ServiceError } from './errors.ts'
export type { Limit, Limits } from './limits.ts'
export type {
  BrandDetail,
  BrandPage,
  BrandQuery,
  BrandSummary,
  ErrorCode,
  ErrorDetail,
  Freshness,
  FreshnessQuery,
  SyncRun,
  SyncRunPage,
  SyncRunQuery,
} from './types.ts'
