// The middleware of requests and of tool calls, in order. `before` runs from the first line to the last line.
// `after` and `onError` run from the last line to the first line.
import type { ProtectedOperation } from '../../../schemas/operations.ts'
import type { Tool } from '../../../schemas/tools.ts'
import { admission, isServerErrorOrMistake } from './admission.ts'
import { compress } from './compress.ts'
import { conditional } from './conditional.ts'
import { cors } from './cors.ts'
import { countRequests, countToolCalls } from './count-request.ts'
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

/** Returns the middleware of every HTTP request. */
export const baseMiddleware = (name: string): HttpMiddleware[] => [
  requestId(), // before: accepts the client's request id or creates one
  compress(), // after
  requestIdHeader(), // after
  securityHeaders(), // after
  cors(), // after
  rateLimitHeaders(), // after: only if the key is active
  countRequests(name), // after
  logRequest(name), // before: starts the clock; after: logs the final status
  httpError(), // onError: renders the error envelope, so that the middleware above sees a response
]

export const operationMiddleware = ({ id, scope, input, cacheBy }: ProtectedOperation): HttpMiddleware[] => [
  ...baseMiddleware(id),
  ...(cacheBy === null ? [] : [conditional(cacheBy)]), // before: reads If-None-Match; after: ETag and 304
  admission(scope), // before: charges the call; onError: refunds the call after a 5xx
  readInput(input), // before
]

export const toolMiddleware = ({ name, operation }: Tool): ToolMiddleware[] => [
  requestId(),
  countToolCalls(name),
  logToolCall(name),
  toolError(), // onError: renders the error envelope as an error result
  admission(operation.scope, isServerErrorOrMistake), // onError: also refunds calls with mistakes in the arguments
  readArguments(operation.input),
]
