import middy from '@middy/core'
import { ApiError } from '../platform/errors.ts'
import type { HttpHandler } from './endpoint.ts'
import type { HttpEvent, HttpResult } from './middleware/http.ts'
import { baseMiddleware } from './middleware/order.ts'

/**
 * Creates the handler of requests that no operation answers.
 *
 * @param name names the handler in logs and metrics
 * @param answer returns the error to send, or a response (for example, to a CORS preflight request)
 */
export const errorEndpoint = (
  name: string,
  answer: (event: HttpEvent) => ApiError | HttpResult,
): HttpHandler =>
  middy<HttpEvent, HttpResult>()
    .use(baseMiddleware(name))
    .handler(async (event) => {
      const result = answer(event)
      if (result instanceof ApiError) {
        throw result
      }
      return result
    })
