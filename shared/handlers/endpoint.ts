import middy, { type MiddyfiedHandler } from '@middy/core'
import type { Context } from 'aws-lambda'
import type { Operation } from '../../schemas/operations.ts'
import type { Queryable } from '../db/database.ts'
import { servingDatabase } from '../db/serving.ts'
import { ApiError } from '../errors.ts'
import { inTime } from '../middleware/deadline.ts'
import { guards } from '../middleware/guards.ts'
import { type HttpEvent, type HttpResult, jsonResult } from '../middleware/http.ts'

/** A handler, as Lambda and the local runtime call it. */
export type HttpHandler = (event: HttpEvent, context: Context) => Promise<HttpResult>

/** Answers an operation: its checked input in, a value of the contract out; null where there is nothing. */
export type Answer<Input, Output> = (database: Queryable, input: Input) => Promise<Output | null>

/** An answer may be kept by its client, and asked about again each time before it is used. */
const OF_ITS_KEY_ALONE = { 'cache-control': 'private, no-cache', vary: 'X-API-Key' }

/** What an answer that is true for its moment alone says of itself (decisions, Requests). */
export const NEVER_KEPT = { 'cache-control': 'no-store' }

/**
 * Makes the REST handler of an operation that is answered from the corpus, behind every guard. `headers` go with
 * every answer that is no error.
 */
export function endpoint<Input, Output>(
  operation: Operation,
  answer: Answer<Input, Output>,
  headers: Record<string, string> = OF_ITS_KEY_ALONE,
): MiddyfiedHandler<HttpEvent, HttpResult> {
  return middy<HttpEvent, HttpResult>()
    .use(guards(operation))
    .handler(async ({ input }, context) => {
      const value = await inTime(context, answer(servingDatabase(), input as Input))
      if (value === null) {
        throw new ApiError('not_found')
      }
      return jsonResult(200, value, headers)
    })
}
