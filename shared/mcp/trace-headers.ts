import { traceIdOf } from '../platform/trace-context.ts'

/**
 * Returns the trace of a request as the HTTP header `traceparent`. MCP clients send it in `_meta.traceparent` on every
 * transport (SEP-414). It replaces the header of the HTTP request, which a proxy may have written; an invalid value does not.
 */
export const traceHeaders = (
  meta: Readonly<Record<string, unknown>> | undefined,
): { traceparent?: string } =>
  traceIdOf(meta?.traceparent) === undefined ? {} : { traceparent: String(meta?.traceparent) }
