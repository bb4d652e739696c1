import type { Operation } from '../../schemas/operations.ts'
import type { Tool } from '../../schemas/tools.ts'
import { admit } from './admit.ts'
import { errorEnvelope } from './error-envelope.ts'
import type { HttpMiddleware } from './http.ts'
import { logRequest, logToolCall } from './log-request.ts'
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
export const guards = (operation: Operation): HttpMiddleware[] => [
  ...doors(operation.id),
  ...(operation.scope === null ? [] : [admit(operation.scope)]),
  readInput(operation.input),
]

/** What even an answer without an operation has: its id, its headers, its line in the log, its envelope. */
export const doors = (name: string): HttpMiddleware[] => [
  requestId(),
  sendRequestId(),
  sendSecurityHeaders(),
  logRequest(name),
  errorEnvelope(),
]

/** The same for a call of a tool. */
export const toolGuards = ({ name, operation }: Tool): ToolMiddleware[] => [
  requestId(),
  logToolCall(name),
  toolError(),
  admit(operation.scope),
  readArguments(operation.input),
]
