import middy from '@middy/core'
import type { Tool } from '../../schemas/tools.ts'
import { withinDeadline } from '../http/middleware/deadline.ts'
import { toolMiddleware } from '../http/middleware/order.ts'
import type { ToolCall, ToolHandler, ToolOutcome, ToolResult } from '../http/middleware/tool-call.ts'
import { type OperationFunction, runOperation } from '../http/run-operation.ts'

/**
 * Makes the handler of a tool: the middleware of tools around the function that the REST handler of its operation runs. The
 * MCP server calls it, and `npm run invoke` runs it alone.
 */
export const toolEndpoint = <Input, Output extends object>(
  tool: Tool,
  answer: OperationFunction<Input, Output>,
): ToolHandler =>
  middy<ToolCall, ToolOutcome>()
    .use(toolMiddleware(tool))
    .handler(async (call, context) => {
      const value = await withinDeadline(context, runOperation(tool.operation, answer, call))
      return { result: toolResult(value) }
    })

/** Returns the REST body as text and, when there is one, as structured content (docs/decisions.md#mcp: Result). */
const toolResult = (value: object | null): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  ...(value === null ? {} : { structuredContent: { ...value } }),
})
