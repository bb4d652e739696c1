import { brandDetail, brandReference } from './brand.ts'
import type { Scope } from './catalogs.ts'
import { health } from './health.ts'

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
  getBrand: {
    id: 'get-brand',
    method: 'GET',
    path: '/v1/brands/{nroSolicitud}',
    scope: 'brands:read',
    summary: 'Read one brand in detail',
    input: brandReference,
    output: brandDetail,
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
