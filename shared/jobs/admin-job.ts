import middy, { type MiddyfiedHandler } from '@middy/core'
import type { Context } from 'aws-lambda'
import type { Database } from '../db/database.ts'
import { ownerDatabase } from '../db/serving.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { validator } from '../platform/validation.ts'

/** Executes an order as the owner of the database. `requestId` identifies the invocation. */
type Work<Order, Result> = (database: Database, order: Order, requestId: string) => Promise<Result>

/**
 * Creates a handler that the operator invokes if no terminal has access to the database. The result is never logged, because
 * it may contain a key.
 */
export function adminJob<Order, Result>(
  schema: object,
  work: Work<Order, Result>,
): MiddyfiedHandler<Order, Result, Error, Context> {
  const validate = validator(schema)
  return middy<Order, Result, Error, Context>().handler((order, { awsRequestId }) => {
    const mistakes = validate(order)
    if (mistakes.length > 0) {
      throw new OperatorError(mistakes.map(({ field, reason }) => `${field} ${reason}`).join('; '))
    }
    return work(ownerDatabase(), order, awsRequestId)
  })
}
