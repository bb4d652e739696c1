import { brandDetail, brandPage, brandReference, brandSearch } from './brand.ts'
import type { Scope } from './catalogs.ts'
import { health } from './health.ts'
import { freshness, freshnessQuery, syncRunPage, syncRunQuery } from './insight.ts'

/** One entry of the contract: what may be asked, by whom, and what comes back. */
export interface Operation {
  readonly id: string
  readonly method: 'GET'
  /** As OpenAPI and the router write it: `{name}` for a path parameter. */
  readonly path: string
  /** What a key must carry; null for a public route, which needs no key. */
  readonly scope: Scope | null
  readonly summary: string
  /** Path and query parameters in one object. */
  readonly input: InputSchema
  readonly output: object
}

export interface InputSchema {
  readonly type: 'object'
  readonly additionalProperties: false
  readonly required?: readonly string[]
  readonly properties: Readonly<Record<string, { readonly type: string; readonly description?: string }>>
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
  },
  getBrand: {
    id: 'get-brand',
    method: 'GET',
    path: '/v1/brands/{nroSolicitud}',
    scope: 'brands:read',
    summary: 'Read one brand in detail',
    input: brandReference,
    output: brandDetail,
  },
  getFreshness: {
    id: 'get-freshness',
    method: 'GET',
    path: '/v1/freshness',
    scope: 'insights:read',
    summary: 'How far each source lies behind',
    input: freshnessQuery,
    output: freshness,
  },
  listSyncRuns: {
    id: 'list-sync-runs',
    method: 'GET',
    path: '/v1/sync-runs',
    scope: 'insights:read',
    summary: 'List synchronization runs',
    input: syncRunQuery,
    output: syncRunPage,
  },
  health: {
    id: 'health',
    method: 'GET',
    path: '/health',
    scope: null,
    summary: 'Whether reads can be served',
    input: nothing,
    output: health,
  },
} as const satisfies Record<string, Operation>
