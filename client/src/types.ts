import type { components, operations } from './schema.ts'

/**
 * Makes each union of known codes accept any other string, because codes may be added later. Editors still suggest the known
 * codes.
 */
type Open<T> = T extends string
  ? T | (string extends T ? never : string & {})
  : { [Name in keyof T]: Open<T[Name]> }

/**
 * The query parameters of an operation. A parameter that is undefined is not sent. Only known codes are allowed, so that the
 * compiler reports misspelled codes.
 */
type Query<Id extends keyof operations> = OrUndefined<NonNullable<operations[Id]['parameters']['query']>>
export type OrUndefined<T> = { [Name in keyof T]: T[Name] | undefined }

export type BrandQuery = Query<'search-brands'>
export type ChangeQuery = Query<'list-changes'>
export type FreshnessQuery = Query<'get-freshness'>
export type SyncRunQuery = Query<'list-sync-runs'>

type Schemas = Open<components['schemas']>

export type BrandPage = Schemas['BrandPage']
export type BrandSummary = Schemas['BrandSummary']
export type BrandDetail = Schemas['BrandDetail']
export type ChangePage = Schemas['ChangePage']
export type Change = Schemas['Change']
export type Freshness = Schemas['Freshness']
export type SyncRunPage = Schemas['SyncRunPage']
export type SyncRun = Schemas['SyncRun']

export type ErrorBody = Schemas['ErrorEnvelope']['error']
export type ErrorCode = ErrorBody['code']
export type ErrorDetail = Schemas['ErrorDetail']
