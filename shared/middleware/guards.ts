import type { Operation } from '../../schemas/operations.ts'
import { admit } from './admit.ts'
import { errorEnvelope } from './error-envelope.ts'
import type { HttpMiddleware } from './http.ts'
import { logRequest } from './log-request.ts'
import { readInput } from './read-input.ts'
import { requestId } from './request-id.ts'

/**
 * What stands in front of every operation, in the order in which a request meets it. On the way out the order
 * is the reverse: the envelope is written first, the line in the log and the request id see it finished.
 */
export const guards = (operation: Operation): HttpMiddleware[] => [
  ...doors(operation.id),
  ...(operation.scope === null ? [] : [admit(operation.scope)]),
  readInput(operation.input),
]

/** What even an answer without an operation has: its id, its line in the log, its envelope. */
export const doors = (name: string): HttpMiddleware[] => [requestId(), logRequest(name), errorEnvelope()]
