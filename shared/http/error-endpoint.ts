import middy from '@middy/core'
import { ApiError } from '../platform/errors.ts'
import type { HttpHandler } from './endpoint.ts'
import type { HttpEvent, HttpResult } from './middleware/http.ts'
import { doors } from './middleware/order.ts'

/**
 * Makes the handler that answers a request which reached no operation, mostly with an error; `name` is what the log calls
 * it.
 */
export const reject = (name: string, answer: (event: HttpEvent) => ApiError | HttpResult): HttpHandler =>
  middy<HttpEvent, HttpResult>()
    .use(doors(name))
    .handler(async (event) => {
      const found = answer(event)
      if (found instanceof ApiError) {
        throw found
      }
      return found
    })
