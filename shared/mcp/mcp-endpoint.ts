import middy from '@middy/core'
import type { HttpHandler } from '../http/endpoint.ts'
import { checkOrigin } from '../http/middleware/check-origin.ts'
import { answerPreflight } from '../http/middleware/cors.ts'
import { inTime } from '../http/middleware/deadline.ts'
import type { HttpEvent, HttpResult } from '../http/middleware/http.ts'
import { doors } from '../http/middleware/order.ts'
import type { ToolHandler } from '../http/middleware/tool-call.ts'
import { ApiError } from '../platform/errors.ts'
import { answerPost } from './answer-post.ts'

/** What the calls of tools leave of the time: they give up first, and their units back. */
const RESERVED_MS = 250

/** Makes the handler of the MCP server over HTTP: one message a request, answered at once (docs/decisions.md#mcp: Address). */
export const mcpEndpoint = (tools: readonly ToolHandler[]): HttpHandler =>
  middy<HttpEvent, HttpResult>()
    .use([...doors('mcp'), checkOrigin()])
    .handler(async (event, context) => {
      const preflight = answerPreflight(event, ['POST'])
      if (preflight) {
        return preflight
      }
      if (event.requestContext.http.method !== 'POST') {
        throw new ApiError('method_not_allowed', { headers: { allow: 'POST' } })
      }
      return inTime(context, answerPost(tools, event, context), undefined, RESERVED_MS)
    })
