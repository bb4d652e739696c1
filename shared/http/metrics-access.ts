import { type Config, config } from '../platform/config.ts'
import { hasForwardingHeaders } from '../platform/net/client-address.ts'
import { originViolation } from './middleware/check-origin.ts'
import type { HttpEvent } from './middleware/http.ts'

/**
 * Returns whether a request may read the metrics (docs/decisions.md#records). The request must come from
 * METRICS_ALLOWED_NETWORKS, and not from a page of another origin.
 *
 * Requests through an untrusted proxy are refused, because their client address is not reliable.
 */
export const mayReadMetrics = (event: HttpEvent, settings: Config = config()): boolean =>
  (event.isClientAddressTrusted === true || !hasForwardingHeaders(event.headers)) &&
  settings.metricsNetworks.include(event.requestContext.http.sourceIp) &&
  originViolation(event, settings) === undefined
