import middy from '@middy/core'
import type { Tool } from '../../schemas/tools.ts'
import { type Answer, answerCall } from '../http/answer-call.ts'
import { inTime } from '../http/middleware/deadline.ts'
import { toolGuards } from '../http/middleware/order.ts'
import type { ToolCall, ToolHandler, ToolOutcome, ToolResult } from '../http/middleware/tool-call.ts'

/**
 * Makes the handler of a tool, which runs inside the MCP server: behind the same guards as the REST route of its
 * operation, with the same answer.
 */
export const toolHandler = <Input, Output extends object>(
  tool: Tool,
  answer: Answer<Input, Output>,
): ToolHandler => ({
  tool,
  call: middy<ToolCall, ToolOutcome>()
    .use(toolGuards(tool))
    .handler(async (call, context) => {
      const value = await inTime(context, answerCall(tool.operation, answer, call))
      return { result: toolResult(value) }
    }),
})

/** The body of the REST answer as text, and again as structure where there is one (docs/decisions.md#mcp: Result). */
const toolResult = (value: object | null): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  ...(value === null ? {} : { structuredContent: { ...value } }),
})
