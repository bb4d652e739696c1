import middy from '@middy/core'
import type { ApiError } from '../errors.ts'
import { doors } from '../middleware/guards.ts'
import type { HttpEvent, HttpResult } from '../middleware/http.ts'
import type { HttpHandler } from './endpoint.ts'

/** Makes the handler that answers a request which reached no operation; `name` is what the log calls it. */
export const reject = (name: string, error: (event: HttpEvent) => ApiError): HttpHandler =>
  middy<HttpEvent, HttpResult>()
    .use(doors(name))
    .handler(async (event) => {
      throw error(event)
    })
