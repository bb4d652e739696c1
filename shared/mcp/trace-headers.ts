import { traceIdOf } from '../platform/trace-context.ts'

/**
 * Returns the trace of a request as the HTTP header `traceparent`. MCP clients send the trace in `_meta.traceparent` (SEP-414).
 * A valid value replaces the header of the HTTP request, which a proxy may have written.
 */
export const traceHeaders = (
  meta: Readonly<Record<string, unknown>> | undefined,
): { traceparent?: string } =>
  traceIdOf(meta?.traceparent) === undefined ? {} : { traceparent: String(meta?.traceparent) }
