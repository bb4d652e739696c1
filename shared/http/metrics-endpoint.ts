import middy from '@middy/core'
import { CONTENT_TYPE } from '../insights/metrics/page.ts'
import { type Config, config } from '../platform/config.ts'
import { hasForwardingHeaders } from '../platform/net/client-address.ts'
import type { HttpHandler } from './endpoint.ts'
import type { HttpEvent, HttpResult } from './middleware/http.ts'
import { doors } from './middleware/order.ts'

/** Makes the handler of the metrics. To whoever may not read them, there are none: `refuse` answers then. */
export function metricsEndpoint(page: () => Promise<string>, refuse: HttpHandler): HttpHandler {
  const answer = middy<HttpEvent, HttpResult>()
    .use(doors('metrics'))
    .handler(async () => ({
      statusCode: 200,
      headers: { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' },
      body: await page(),
    }))
  return (event, context) => (mayRead(event, config()) ? answer : refuse)(event, context)
}

/** Where a request was passed on by somebody unknown, nobody knows where it comes from. */
const mayRead = (
  { headers, isClientTold, requestContext }: HttpEvent,
  { metricsNetworks }: Pick<Config, 'metricsNetworks'>,
): boolean =>
  (isClientTold === true || !hasForwardingHeaders(headers)) &&
  metricsNetworks.include(requestContext.http.sourceIp)
