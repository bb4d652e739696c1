import { handler as getBrand } from '../functions/api/get-brand.ts'
import { handler as notFound } from '../functions/api/not-found.ts'
import { handler as health } from '../functions/public/health.ts'
import { type Operation, operations } from '../schemas/operations.ts'
import type { HttpHandler } from '../shared/handlers/endpoint.ts'

/** Which handler answers which operation: in the cloud, the routes of template.yaml. */
export const routes: readonly { operation: Operation; handler: HttpHandler }[] = [
  { operation: operations.getBrand, handler: getBrand },
  { operation: operations.health, handler: health },
]

export { notFound }
