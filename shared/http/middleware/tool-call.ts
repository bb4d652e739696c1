import type { Context } from 'aws-lambda'
import type { Tool } from '../../../schemas/tools.ts'
import type { ApiError } from '../../platform/errors.ts'
import type { Call, Middleware } from './middleware.ts'

/** One call of a tool: the headers of the request that it came with, or what stands in their place. */
export interface ToolCall extends Call {
  arguments: Readonly<Record<string, unknown>>
}

/** The result of a call (MCP, CallToolResult). */
export type ToolResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: true
}

/** What came of a call. Where a limit refused it, HTTP says so by its status, too. */
export interface ToolOutcome {
  result: ToolResult
  limited?: ApiError
}

/** A tool with what answers its calls: an outcome, whatever happens. */
export interface ToolHandler {
  readonly tool: Tool
  call(call: ToolCall, context: Context): Promise<ToolOutcome>
}

export type ToolMiddleware = Middleware<ToolCall, ToolOutcome>
