import type { Operation } from '../../../schemas/operations.ts'
import type { Tool } from '../../../schemas/tools.ts'
import { admit } from './admit.ts'
import { compress } from './compress.ts'
import { conditional, knownStates } from './conditional.ts'
import { shareWithOrigins } from './cors.ts'
import { countRequests, countToolCalls } from './count-request.ts'
import { announceEnd, endOnItsDay } from './deprecate.ts'
import { errorEnvelope } from './error-envelope.ts'
import type { HttpMiddleware } from './http.ts'
import { logRequest, logToolCall } from './log-request.ts'
import { tellLimits } from './rate-limit-headers.ts'
import { readArguments } from './read-arguments.ts'
import { readInput } from './read-input.ts'
import { requestId, sendRequestId } from './request-id.ts'
import { sendSecurityHeaders } from './security-headers.ts'
import type { ToolMiddleware } from './tool-call.ts'
import { toolError } from './tool-error.ts'

/**
 * What stands in front of every operation, in the order in which a request meets it. On the way out the order
 * is the reverse: the envelope is written first, the line in the log and the request id see it finished.
 */
export const guards = ({ id, scope, input, changesWith, deprecation }: Operation): HttpMiddleware[] => [
  ...(deprecation ? [announceEnd(deprecation)] : []),
  ...doors(id),
  // A state of the corpus tells the answers that are made of nothing else.
  ...(scope === null ? [] : [admit(scope, changesWith === 'corpus' ? knownStates : undefined)]),
  ...(deprecation ? [endOnItsDay(id, deprecation)] : []),
  ...(changesWith === 'time' ? [] : [conditional(changesWith)]),
  readInput(input),
]

/** What even an answer without an operation has: its id, its headers, its line in the log, its envelope. */
export const doors = (name: string): HttpMiddleware[] => [
  requestId(),
  compress(),
  sendRequestId(),
  sendSecurityHeaders(),
  shareWithOrigins(),
  tellLimits(),
  countRequests(name),
  logRequest(name),
  errorEnvelope(),
]

/** The same for a call of a tool. */
export const toolGuards = ({ name, operation }: Tool): ToolMiddleware[] => [
  requestId(),
  countToolCalls(name),
  logToolCall(name),
  toolError(),
  admit(operation.scope),
  readArguments(operation.input),
]
