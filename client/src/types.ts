import type { components, operations } from './schema.ts'

/**
 * Makes each union of known codes accept any other string, because codes may be added later. Editors still suggest the known
 * codes.
 */
type Open<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends readonly (infer Item)[]
    ? Open<Item>[]
    : T extends object
      ? { [Name in keyof T]: Open<T[Name]> }
      : T

/**
 * The query parameters of an operation. A parameter that is undefined is not sent. Only known codes are allowed, so that the
 * compiler reports misspelled codes.
 */
type OptionalQuery<Id extends 'search-brands' | 'list-changes' | 'get-freshness' | 'list-sync-runs'> = {
  [Name in keyof Query<Id>]: Query<Id>[Name] | undefined
}
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>

type Schemas = components['schemas']

export type BrandQuery = OptionalQuery<'search-brands'>
export type ChangeQuery = OptionalQuery<'list-changes'>
export type FreshnessQuery = OptionalQuery<'get-freshness'>
export type SyncRunQuery = OptionalQuery<'list-sync-runs'>

export type BrandPage = Open<Schemas['BrandPage']>
export type BrandSummary = Open<Schemas['BrandSummary']>
export type BrandDetail = Open<Schemas['BrandDetail']>
export type ChangePage = Open<Schemas['ChangePage']>
export type Change = Open<Schemas['Change']>
export type Freshness = Open<Schemas['Freshness']>
export type SyncRunPage = Open<Schemas['SyncRunPage']>
export type SyncRun = Open<Schemas['SyncRun']>

export type ErrorCode = Open<Schemas['ErrorEnvelope']['error']['code']>
export type ErrorDetail = Open<Schemas['ErrorDetail']>
