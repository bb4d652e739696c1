import type { Context } from 'aws-lambda'
import type { Tool } from '../../../schemas/tools.ts'
import type { ApiError } from '../../platform/errors.ts'
import type { Call, Middleware } from './middleware.ts'

/**
 * A call of a tool. Over HTTP, `headers` contains all headers of the HTTP request. Over stdio, `headers` contains only
 * the header with the key and the trace headers.
 */
export interface ToolCall extends Call {
  arguments: Readonly<Record<string, unknown>>
  /** Sentences for the result. They report that a `limit` above the maximum was reduced. */
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
