import type { components, operations } from './schema.ts'

/**
 * What is read, with room for what is still to come: new codes may be added at any time, so that a catalog is its
 * known codes, which an editor completes, or any other text.
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

/** What is asked: a parameter that is undefined is as if it were left out. Codes are those known, so that a mistake shows. */
type Asked<Id extends 'search-brands' | 'get-freshness' | 'list-sync-runs'> = {
  [Name in keyof Query<Id>]: Query<Id>[Name] | undefined
}
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>

type Schemas = components['schemas']

export type BrandQuery = Asked<'search-brands'>
export type FreshnessQuery = Asked<'get-freshness'>
export type SyncRunQuery = Asked<'list-sync-runs'>

export type BrandPage = Open<Schemas['BrandPage']>
export type BrandSummary = Open<Schemas['BrandSummary']>
export type BrandDetail = Open<Schemas['BrandDetail']>
export type Freshness = Open<Schemas['Freshness']>
export type SyncRunPage = Open<Schemas['SyncRunPage']>
export type SyncRun = Open<Schemas['SyncRun']>

export type ErrorCode = Open<Schemas['ErrorEnvelope']['error']['code']>
export type ErrorDetail = Open<Schemas['ErrorDetail']>
