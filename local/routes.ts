import { handler as getBrand } from '../functions/api/get-brand.ts'
import { handler as getFreshness } from '../functions/api/get-freshness.ts'
import { handler as listSyncRuns } from '../functions/api/list-sync-runs.ts'
import { handler as notFound } from '../functions/api/not-found.ts'
import { handler as searchBrands } from '../functions/api/search-brands.ts'
import { handler as health } from '../functions/public/health.ts'
import { type Operation, operations } from '../schemas/operations.ts'
import type { HttpHandler } from '../shared/handlers/endpoint.ts'

/** Which handler answers which operation: in the cloud, the routes of template.yaml. */
export const routes: readonly { operation: Operation; handler: HttpHandler }[] = [
  { operation: operations.searchBrands, handler: searchBrands },
  { operation: operations.getBrand, handler: getBrand },
  { operation: operations.getFreshness, handler: getFreshness },
  { operation: operations.listSyncRuns, handler: listSyncRuns },
  { operation: operations.health, handler: health },
]

export { notFound }
