import type { Context } from 'aws-lambda'
import type { Tool } from '../../../schemas/tools.ts'
import type { ApiError } from '../../platform/errors.ts'
import type { Call, Middleware } from './middleware.ts'

/** One call of a tool, with the headers of its HTTP request. Over stdio, the headers contain only the key and trace headers. */
export interface ToolCall extends Call {
  arguments: Readonly<Record<string, unknown>>
  /** Sentences about arguments that were reduced, such as `limit`. The result includes the sentences. */
  notes?: readonly string[]
}

/** The result of a tool call (MCP, CallToolResult). */
export type ToolResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: true
}

/** The outcome of a tool call. If the call exceeds a limit, `limited` is the error, which has status 429 over HTTP. */
export interface ToolOutcome {
  result: ToolResult
  limited?: ApiError
}

/** The handler of a tool. It does not throw, because errors become error results. */
export type ToolHandler = (call: ToolCall, context: Context) => Promise<ToolOutcome>

export interface ServedTool {
  readonly tool: Tool
  readonly handler: ToolHandler
}

export type ToolMiddleware = Middleware<ToolCall, ToolOutcome>
