import middy from '@middy/core'
import type { Tool } from '../../schemas/tools.ts'
import { withinDeadline } from '../http/middleware/deadline.ts'
import { toolMiddleware } from '../http/middleware/order.ts'
import type { ToolCall, ToolHandler, ToolOutcome, ToolResult } from '../http/middleware/tool-call.ts'
import { type OperationFunction, runOperation } from '../http/run-operation.ts'
import { ApiError } from '../platform/errors.ts'

/** Creates the handler of a tool. The handler runs the same function as the REST handler of the operation. */
export const toolEndpoint = <Input, Output extends object>(
  tool: Tool,
  answer: OperationFunction<Input, Output>,
): ToolHandler =>
  middy<ToolCall, ToolOutcome>()
    .use(toolMiddleware(tool))
    .handler(async (call, context) => {
      const found = withinDeadline(context, runOperation(tool.operation, answer, call))
      const { value, absence } = await found.then((value) => ({ value, absence: [] }), explainAbsence)
      return { result: toolResult(value, [...(call.notes ?? []), ...absence]) }
    })

/** Returns the REST body as text and as structured content (docs/decisions.md#mcp: Result). Each note is a text block. */
const toolResult = (value: object | null, notes: readonly string[]): ToolResult => ({
  content: [JSON.stringify(value), ...notes].map((text) => ({ type: 'text', text })),
  ...(value === null ? {} : { structuredContent: { ...value } }),
})

/** Converts a `not_found` error to null and a sentence. Rethrows any other error. */
function explainAbsence(error: unknown): { value: null; absence: string[] } {
  if (!(error instanceof ApiError) || error.code !== 'not_found') {
    throw error
  }
  // For example, `detail.reason` is "is the registration number of 1132851".
  const [detail] = error.details ?? []
  const reason =
    detail === undefined
      ? 'No application and no registration has this number: check the number, or search for the name with search_brands.'
      : `No application has this number, but it ${detail.reason}: call get_brand_detail with that application number.`
  return { value: null, absence: [reason] }
}
