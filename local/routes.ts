import { handler as getBrand } from '../functions/api/get-brand.ts'
import { handler as getFreshness } from '../functions/api/get-freshness.ts'
import { handler as listChanges } from '../functions/api/list-changes.ts'
import { handler as listSyncRuns } from '../functions/api/list-sync-runs.ts'
import { handler as notFound } from '../functions/api/not-found.ts'
import { handler as searchBrands } from '../functions/api/search-brands.ts'
import { handler as mcp } from '../functions/mcp/server.ts'
import { handler as docs } from '../functions/public/docs.ts'
import { handler as health } from '../functions/public/health.ts'
import { handler as metrics } from '../functions/public/metrics.ts'
import { operations } from '../schemas/operations.ts'
import { CARD_PATH, CATALOG_PATH } from '../shared/docs/discovery.ts'
import { ALIASES } from '../shared/docs/site.ts'
import type { HttpHandler } from '../shared/http/endpoint.ts'
import { MCP_PATH as MCP } from '../shared/mcp/server-info.ts'

interface Route {
  method: 'GET' | 'ANY'
  /** The path, with `{name}` for a path parameter. */
  path: string
  handler: HttpHandler
}

/** The handler of each route; template.yaml has the same routes for AWS. */
export const routes: readonly Route[] = [
  { ...operations.searchBrands, handler: searchBrands },
  { ...operations.getBrand, handler: getBrand },
  { ...operations.listChanges, handler: listChanges },
  { ...operations.getFreshness, handler: getFreshness },
  { ...operations.listSyncRuns, handler: listSyncRuns },
  { ...operations.health, handler: health },
  { method: 'GET', path: '/metrics', handler: metrics },
  { method: 'GET', path: '/docs', handler: docs },
  { method: 'GET', path: '/docs/{proxy+}', handler: docs },
  { method: 'ANY', path: MCP, handler: mcp },
  { method: 'GET', path: CARD_PATH, handler: docs },
  { method: 'GET', path: CATALOG_PATH, handler: docs },
  { method: 'GET', path: '/', handler: docs },
  ...Object.keys(ALIASES).map((path) => ({ method: 'GET', path, handler: docs }) as const),
]

/** Deadlines in milliseconds from the last byte of a request (docs/decisions.md#requests: Deadlines). */
export const REST_DEADLINE_MS = 10_000
export const MCP_DEADLINE_MS = 25_000

/** The maximum time that a stopping process waits for accepted requests, longer than every deadline. */
export const DRAIN_DEADLINE_MS = MCP_DEADLINE_MS + 2_000

/** Returns the deadline of a path; template.yaml has the same timeouts for AWS. */
export const deadlineOf = (path: string): number => (path === MCP ? MCP_DEADLINE_MS : REST_DEADLINE_MS)

export { notFound }
