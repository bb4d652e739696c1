import middy from '@middy/core'
import { CONTENT_TYPE } from '../insights/metrics/page.ts'
import type { HttpHandler } from './endpoint.ts'
import { mayReadMetrics } from './metrics-access.ts'
import type { HttpEvent, HttpResult } from './middleware/http.ts'
import { baseMiddleware } from './middleware/order.ts'

/** Creates the handler of the metrics. `notFound` answers requests from clients that may not read the metrics. */
export function metricsEndpoint(page: () => Promise<string>, notFound: HttpHandler): HttpHandler {
  const answer = middy<HttpEvent, HttpResult>()
    .use(baseMiddleware('metrics'))
    .handler(async () => ({
      statusCode: 200,
      headers: { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' },
      body: await page(),
    }))
  return (event, context) => (mayReadMetrics(event) ? answer : notFound)(event, context)
}
