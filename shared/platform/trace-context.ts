/**
 * Matches a `traceparent`: version, trace id, parent id and flags. Only versions after 00 may have further parts. An id of only
 * zeros is invalid.
 */
const TRACEPARENT =
  /^(?<version>(?!ff)[0-9a-f]{2})-(?<traceId>(?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?<rest>-.*)?$/

/** Returns the trace id of a `traceparent` (W3C Trace Context, sections 3.2 and 4); undefined if the value is not valid. */
export function traceIdOf(traceparent: unknown): string | undefined {
  const parts = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.groups : undefined
  return parts?.version === '00' && parts.rest !== undefined ? undefined : parts?.traceId
}
