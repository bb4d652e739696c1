import middy, { type MiddyfiedHandler } from '@middy/core'
import type { Context } from 'aws-lambda'
import type { ProtectedOperation } from '../../schemas/operations.ts'
import { ApiError } from '../platform/errors.ts'
import { addressOf } from '../platform/links.ts'
import { withinDeadline } from './middleware/deadline.ts'
import { type HttpEvent, type HttpResult, jsonResult } from './middleware/http.ts'
import { KEY_HEADERS } from './middleware/key-of-call.ts'
import { operationMiddleware } from './middleware/order.ts'
import { type OperationFunction, runOperation } from './run-operation.ts'

/** A handler as AWS Lambda and the local router call it. */
export type HttpHandler = (event: HttpEvent, context: Context) => Promise<HttpResult>

/** Headers that allow only the client to store the response, and that require revalidation before each use. */
const REVALIDATE = { 'cache-control': 'private, no-cache', vary: `${KEY_HEADERS}, Accept-Encoding` }

/** Creates the REST handler of an operation from its middleware and a function that reads the database. */
export function endpoint<Input, Output>(
  operation: ProtectedOperation,
  answer: OperationFunction<Input, Output>,
): MiddyfiedHandler<HttpEvent, HttpResult> {
  const headers = operation.cacheBy === null ? {} : REVALIDATE
  return middy<HttpEvent, HttpResult>()
    .use(operationMiddleware(operation))
    .handler(async (event, context) => {
      if (event.caller?.verdict === 'not_modified') {
        return { statusCode: 304, headers }
      }
      const value = await withinDeadline(context, runOperation(operation, answer, event))
      if (value === null) {
        throw new ApiError('not_found')
      }
      return jsonResult(200, value, { ...headers, ...linkToNextPage(event, value) })
    })
}

/**
 * Returns the `Link` header with the address of the next page (RFC 8288), or no header if there is no next page.
 *
 * In the changes feed, every page has a `nextCursor`, and `more` says whether a next page exists.
 */
function linkToNextPage({ rawPath, rawQueryString }: HttpEvent, page: unknown): { link?: string } {
  const { nextCursor, more = true } = page as { nextCursor?: unknown; more?: boolean }
  if (typeof nextCursor !== 'string' || !more) {
    return {}
  }
  const query = new URLSearchParams(rawQueryString)
  query.set('cursor', nextCursor)
  return { link: `<${addressOf(rawPath)}?${query}>; rel="next"` }
}
