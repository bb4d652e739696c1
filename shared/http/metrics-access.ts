import { type Config, config } from '../platform/config.ts'
import { hasForwardingHeaders } from '../platform/net/client-address.ts'
import { originViolation } from './middleware/check-origin.ts'
import type { HttpEvent } from './middleware/http.ts'

/**
 * Returns whether a request may read the metrics: it must come from METRICS_ALLOWED_NETWORKS, and not from a page of another
 * origin (docs/decisions.md#records). Requests relayed by an untrusted proxy may not, because they have no reliable client
 * address.
 */
export const mayReadMetrics = (event: HttpEvent, settings: Config = config()): boolean =>
  (event.isClientAddressTrusted === true || !hasForwardingHeaders(event.headers)) &&
  settings.metricsNetworks.include(event.requestContext.http.sourceIp) &&
  originViolation(event, settings) === undefined
