import middy from '@middy/core'
import { CONTENT_TYPE } from '../insights/metrics/page.ts'
import { type Config, config } from '../platform/config.ts'
import { hasForwardingHeaders } from '../platform/net/client-address.ts'
import type { HttpHandler } from './endpoint.ts'
import type { HttpEvent, HttpResult } from './middleware/http.ts'
import { baseMiddleware } from './middleware/order.ts'

/** Makes the handler of the metrics. Requests from outside METRICS_ALLOWED_NETWORKS are answered by `notFound`. */
export function metricsEndpoint(page: () => Promise<string>, notFound: HttpHandler): HttpHandler {
  const answer = middy<HttpEvent, HttpResult>()
    .use(baseMiddleware('metrics'))
    .handler(async () => ({
      statusCode: 200,
      headers: { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' },
      body: await page(),
    }))
  return (event, context) => (mayRead(event, config()) ? answer : notFound)(event, context)
}

/** Requests relayed by an untrusted proxy have no reliable client address. */
const mayRead = (
  { headers, isClientAddressTrusted, requestContext }: HttpEvent,
  { metricsNetworks }: Pick<Config, 'metricsNetworks'>,
): boolean =>
  (isClientAddressTrusted === true || !hasForwardingHeaders(headers)) &&
  metricsNetworks.include(requestContext.http.sourceIp)
