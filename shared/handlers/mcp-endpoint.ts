import middy from '@middy/core'
import { answerPost } from '../mcp/answer-post.ts'
import { checkOrigin } from '../middleware/check-origin.ts'
import { answerPreflight } from '../middleware/cors.ts'
import { inTime } from '../middleware/deadline.ts'
import { doors } from '../middleware/guards.ts'
import type { HttpEvent, HttpResult } from '../middleware/http.ts'
import type { ToolHandler } from '../middleware/tool-call.ts'
import { ApiError } from '../platform/errors.ts'
import type { HttpHandler } from './endpoint.ts'

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
