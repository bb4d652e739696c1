// The middleware of requests and of tool calls, in order. A call passes these steps:
// 1. `before`, from the first line of a list to the last line
// 2. the handler
// 3. `after`, from the last line to the first line
//
// An error skips the remaining steps, and passes `onError` from the last line to the first line.
import type { ProtectedOperation } from '../../../schemas/operations.ts'
import type { Tool } from '../../../schemas/tools.ts'
import { admission, isServerErrorOrMistake } from './admission.ts'
import { compress } from './compress.ts'
import { conditional } from './conditional.ts'
import { cors } from './cors.ts'
import { countRequests, countToolCalls } from './count-request.ts'
import { deprecationHeaders, endAtSunset } from './deprecate.ts'
import type { HttpMiddleware } from './http.ts'
import { httpError } from './http-error.ts'
import { logRequest, logToolCall } from './log-request.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import { readArguments } from './read-arguments.ts'
import { readInput } from './read-input.ts'
import { requestId, requestIdHeader } from './request-id.ts'
import { securityHeaders } from './security-headers.ts'
import type { ToolMiddleware } from './tool-call.ts'
import { toolError } from './tool-error.ts'

/** Returns the middleware of every HTTP request, also of requests without an operation. */
export const baseMiddleware = (name: string): HttpMiddleware[] => [
  requestId(), // before: accepts the client's request id or creates one
  compress(), // after: encodes the body
  requestIdHeader(), // after: x-request-id
  securityHeaders(), // after: nosniff, content security policy, HSTS
  cors(), // after: lets the configured origins read the response
  rateLimitHeaders(), // after: the remaining requests of burst and month, if the key is active
  countRequests(name), // after: metrics
  logRequest(name), // before: starts the clock; after: one log line with the final status
  httpError(), // onError: renders the error envelope, so that the middleware above sees a response
]

/** Returns the middleware of an operation that needs a key. */
export const operationMiddleware = (operation: ProtectedOperation): HttpMiddleware[] => {
  const { id, scope, input, cacheBy, deprecation } = operation
  return [
    ...(deprecation ? [deprecationHeaders(deprecation)] : []), // after: Deprecation, Sunset, Link
    ...baseMiddleware(id),
    ...(cacheBy === null ? [] : [conditional(cacheBy)]), // before: reads If-None-Match; after: ETag and 304
    // before: authenticates, authorizes and charges the call; onError: refunds it on a 5xx
    admission(scope),
    ...(deprecation ? [endAtSunset(id, deprecation)] : []), // before: logs the consumer; 410 from the sunset on
    readInput(input), // before: parses and validates path and query
  ]
}

/** Returns the middleware of calls of a tool. */
export const toolMiddleware = ({ name, operation }: Tool): ToolMiddleware[] => [
  requestId(),
  countToolCalls(name),
  logToolCall(name),
  toolError(), // onError: renders the error envelope as an error result
  admission(operation.scope, isServerErrorOrMistake), // onError: refunds mistakes in the arguments too
  readArguments(operation.input),
]
