import middy, { type MiddyfiedHandler } from '@middy/core'
import type { Context } from 'aws-lambda'
import type { Operation } from '../../schemas/operations.ts'
import { ApiError } from '../platform/errors.ts'
import { type Answer, answerCall } from './answer-call.ts'
import { linkToNext } from './link-to-next.ts'
import { inTime } from './middleware/deadline.ts'
import { type HttpEvent, type HttpResult, jsonResult } from './middleware/http.ts'
import { guards } from './middleware/order.ts'

/** A handler, as Lambda and the local runtime call it. */
export type HttpHandler = (event: HttpEvent, context: Context) => Promise<HttpResult>

/** An answer may be kept by its client, and asked about again each time before it is used. */
const OF_ITS_KEY_ALONE = { 'cache-control': 'private, no-cache', vary: 'X-API-Key, Accept-Encoding' }

/** Makes the REST handler of an operation that is answered from the database, behind every guard. */
export function endpoint<Input, Output>(
  operation: Operation,
  answer: Answer<Input, Output>,
): MiddyfiedHandler<HttpEvent, HttpResult> {
  const headers = operation.changesWith === 'time' ? {} : OF_ITS_KEY_ALONE
  return middy<HttpEvent, HttpResult>()
    .use(guards(operation))
    .handler(async (event, context) => {
      if (event.caller?.verdict === 'known') {
        return { statusCode: 304, headers }
      }
      const value = await inTime(context, answerCall(operation, answer, event))
      if (value === null) {
        throw new ApiError('not_found')
      }
      return jsonResult(200, value, { ...headers, ...linkToNext(event, value) })
    })
}
