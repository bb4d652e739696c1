import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { Tool } from '../../schemas/tools.ts'
import type { ToolHandler, ToolResult } from '../http/middleware/tool-call.ts'
import { VERSION } from '../platform/version.ts'
import { listTool } from './list-tool.ts'

/** Calls one of the tools with what a client gave for its arguments. */
export type CallTool = (tool: ToolHandler, args: Record<string, unknown>) => Promise<ToolResult>

const INFO = {
  name: 'trademark-read-service',
  title: 'Trademark Read Service',
  version: VERSION,
}

/** The tools change with the software alone, and are the same for everybody; clients of 2026-07-28 are told so. */
const TOOLS_KEPT_MS = 3_600_000

/**
 * The MCP server of some tools, for one request over HTTP or one connection over stdio.
 *
 * One SDK serves every client: `@modelcontextprotocol/server` speaks the revisions that begin with `initialize`
 * (2024-10-07 to 2025-11-25) and 2026-07-28, which has no handshake, from the same handlers. The older
 * `@modelcontextprotocol/sdk` ends at 2025-11-25, and its fixes in January 2027; its client is what the tests call
 * with, beside that of the newer one. The low-level `Server` is taken because what `McpServer` adds, the checking of
 * arguments, belongs to the guards here: only they meter a call and tell a mistake in the words of REST.
 */
export function createMcpServer(
  tools: readonly ToolHandler[],
  call: CallTool,
  instructions?: string,
): Server {
  const server = new Server(INFO, {
    capabilities: { tools: {} },
    cacheHints: { 'tools/list': { ttlMs: TOOLS_KEPT_MS, cacheScope: 'public' } },
    ...(instructions === undefined ? {} : { instructions }),
  })
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ tool }) => listTool(tool)) }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const found = tools.find(({ tool }) => tool.name === params.name)
    if (!found) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: the tools are ${names(tools)}`)
    }
    return call(found, params.arguments ?? {})
  })
  return server
}

const names = (tools: readonly { tool: Tool }[]): string => tools.map(({ tool }) => tool.name).join(' and ')
