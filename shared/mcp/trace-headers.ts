import { traceIdOf } from '../platform/trace-context.ts'

/**
 * Returns the trace of a request as the header of HTTP: MCP has it in `_meta.traceparent` (SEP-414), on every transport. It
 * replaces the header of the HTTP request, which a proxy may have written. An invalid value replaces nothing.
 */
export const traceHeaders = (
  meta: Readonly<Record<string, unknown>> | undefined,
): { traceparent?: string } =>
  traceIdOf(meta?.traceparent) === undefined ? {} : { traceparent: String(meta?.traceparent) }
