import { brandDetail, brandPage, brandReference, brandSearch } from './brand.ts'
import type { Scope } from './catalogs.ts'
import { changePage, changeQuery } from './change.ts'
import { health } from './health.ts'
import { freshness, freshnessQuery, syncRunPage, syncRunQuery } from './insight.ts'
import type { ParameterSchema } from './query-parameters.ts'

export interface Operation {
  readonly id: string
  readonly method: 'GET'
  /** As in OpenAPI, with `{name}` for a path parameter. */
  readonly path: string
  /** The scope that a key needs; null for a public route. */
  readonly scope: Scope | null
  readonly summary: string
  /** The path and query parameters, in one object. */
  readonly input: InputSchema
  readonly output: object
  /**
   * The source of the `ETag`:
   * - `corpus`: the corpus version
   * - `body`: the body
   * - null: no `ETag`, because the response changes with time
   */
  readonly cacheBy: 'corpus' | 'body' | null
}

export type ProtectedOperation = Operation & { readonly scope: Scope }

export interface InputSchema {
  readonly type: 'object'
  readonly additionalProperties: false
  readonly required?: readonly string[]
  readonly properties: Readonly<Record<string, ParameterSchema & { readonly description?: string }>>
}

const nothing = { type: 'object', additionalProperties: false, properties: {} } as const

export const operations = {
  searchBrands: {
    id: 'search-brands',
    method: 'GET',
    path: '/v1/brands',
    scope: 'brands:read',
    summary: 'Search or list brands',
    input: brandSearch,
    output: brandPage,
    cacheBy: 'corpus',
  },
  getBrand: {
    id: 'get-brand',
    method: 'GET',
    path: '/v1/brands/{nroSolicitud}',
    scope: 'brands:read',
    summary: 'Read one brand in detail',
    input: brandReference,
    output: brandDetail,
    cacheBy: 'corpus',
  },
  listChanges: {
    id: 'list-changes',
    method: 'GET',
    path: '/v1/changes',
    scope: 'brands:read',
    summary: 'List changes of brands',
    input: changeQuery,
    output: changePage,
    cacheBy: 'corpus',
  },
  getFreshness: {
    id: 'get-freshness',
    method: 'GET',
    path: '/v1/freshness',
    scope: 'insights:read',
    summary: 'Read the lag of each source',
    input: freshnessQuery,
    output: freshness,
    cacheBy: null,
  },
  listSyncRuns: {
    id: 'list-sync-runs',
    method: 'GET',
    path: '/v1/sync-runs',
    scope: 'insights:read',
    summary: 'List synchronization runs',
    input: syncRunQuery,
    output: syncRunPage,
    cacheBy: 'body',
  },
  health: {
    id: 'health',
    method: 'GET',
    path: '/health',
    scope: null,
    summary: 'Check whether reads can be served',
    input: nothing,
    output: health,
    cacheBy: null,
  },
} as const satisfies Record<string, Operation>
