import { handler as getBrand } from '../functions/api/get-brand.ts'
import { handler as getFreshness } from '../functions/api/get-freshness.ts'
import { handler as listSyncRuns } from '../functions/api/list-sync-runs.ts'
import { handler as notFound } from '../functions/api/not-found.ts'
import { handler as searchBrands } from '../functions/api/search-brands.ts'
import { handler as mcp } from '../functions/mcp/server.ts'
import { handler as docs } from '../functions/public/docs.ts'
import { handler as health } from '../functions/public/health.ts'
import { handler as metrics } from '../functions/public/metrics.ts'
import { operations } from '../schemas/operations.ts'
import type { HttpHandler } from '../shared/http/endpoint.ts'

interface Route {
  method: 'GET' | 'ANY'
  /** With `{name}` for a path parameter. */
  path: string
  handler: HttpHandler
}

const MCP = '/mcp'

/** Which handler answers which requests: in the cloud, the routes of template.yaml. */
export const routes: readonly Route[] = [
  { ...operations.searchBrands, handler: searchBrands },
  { ...operations.getBrand, handler: getBrand },
  { ...operations.getFreshness, handler: getFreshness },
  { ...operations.listSyncRuns, handler: listSyncRuns },
  { ...operations.health, handler: health },
  { method: 'GET', path: '/metrics', handler: metrics },
  { method: 'GET', path: '/docs', handler: docs },
  { method: 'GET', path: '/docs/{proxy+}', handler: docs },
  { method: 'ANY', path: MCP, handler: mcp },
]

/** How long a request may take from its last byte on, in milliseconds (docs/decisions.md#requests: Deadlines). */
export const REST_DEADLINE_MS = 10_000
export const MCP_DEADLINE_MS = 25_000

/** What the end of a process waits for at most: whatever it took on has been answered or given up by then. */
export const DRAIN_DEADLINE_MS = MCP_DEADLINE_MS + 2_000

/** The same for the path of a request: in the cloud, the timeouts of template.yaml. */
export const deadlineOf = (path: string): number => (path === MCP ? MCP_DEADLINE_MS : REST_DEADLINE_MS)

export { notFound }
