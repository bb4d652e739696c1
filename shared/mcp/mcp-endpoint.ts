import middy from '@middy/core'
import type { HttpHandler } from '../http/endpoint.ts'
import { checkOrigin } from '../http/middleware/check-origin.ts'
import { answerPreflight } from '../http/middleware/cors.ts'
import { withinDeadline } from '../http/middleware/deadline.ts'
import type { HttpEvent, HttpResult } from '../http/middleware/http.ts'
import { baseMiddleware } from '../http/middleware/order.ts'
import type { ServedTool } from '../http/middleware/tool-call.ts'
import { ApiError } from '../platform/errors.ts'
import { answerPost } from './answer-post.ts'

/**
 * The time that is reserved before the deadline for the error response of an HTTP request. A tool call reserves more time
 * (1,500 ms), so that it can also refund the charge.
 */
const RESERVED_MS = 250

/** Creates the handler of the MCP server over HTTP: one message per request, one response (docs/decisions.md#mcp: Address). */
export const mcpEndpoint = (tools: readonly ServedTool[]): HttpHandler =>
  middy<HttpEvent, HttpResult>()
    .use([...baseMiddleware('mcp'), checkOrigin()])
    .handler(async (event, context) => {
      const preflight = answerPreflight(event, ['POST'])
      if (preflight) {
        return preflight
      }
      if (event.requestContext.http.method !== 'POST') {
        throw new ApiError('method_not_allowed', { headers: { allow: 'POST' } })
      }
      return withinDeadline(context, answerPost(tools, event, context), undefined, RESERVED_MS)
    })
