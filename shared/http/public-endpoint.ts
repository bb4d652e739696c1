import middy from '@middy/core'
import type { Operation } from '../../schemas/operations.ts'
import type { HttpHandler } from './endpoint.ts'
import { type HttpEvent, type HttpResult, jsonResult } from './middleware/http.ts'
import { guards } from './middleware/order.ts'

/** Makes the handler of a public operation, which needs no key and chooses its own status. */
export const open = <Body>(
  operation: Operation & { scope: null },
  answer: () => Promise<{ statusCode: number; body: Body }>,
): HttpHandler =>
  middy<HttpEvent, HttpResult>()
    .use(guards(operation))
    .handler(async () => {
      const { statusCode, body } = await answer()
      return jsonResult(statusCode, body)
    })
