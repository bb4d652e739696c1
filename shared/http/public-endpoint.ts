import middy from '@middy/core'
import type { Operation } from '../../schemas/operations.ts'
import type { HttpHandler } from './endpoint.ts'
import { type HttpEvent, type HttpResult, jsonResult } from './middleware/http.ts'
import { baseMiddleware } from './middleware/order.ts'

/**
 * Creates the handler of an operation that needs no key and has no input. `answer` chooses the status. A query is ignored,
 * because probes add parameters to bypass caches.
 */
export const publicEndpoint = <Body>(
  operation: Operation & { scope: null },
  answer: () => Promise<{ statusCode: number; body: Body }>,
): HttpHandler =>
  middy<HttpEvent, HttpResult>()
    .use(baseMiddleware(operation.id))
    .handler(async () => {
      const { statusCode, body } = await answer()
      return jsonResult(statusCode, body)
    })
