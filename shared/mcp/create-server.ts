import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server'
import type { ServedTool, ToolResult } from '../http/middleware/tool-call.ts'
import { config } from '../platform/config.ts'
import { listTool } from './list-tool.ts'
import { serverInfo } from './server-info.ts'

/** Calls a tool with the arguments of a client, and with the `_meta` of the request. */
type CallTool = (
  tool: ServedTool,
  args: Record<string, unknown>,
  meta: Readonly<Record<string, unknown>> | undefined,
) => Promise<ToolResult>

/** The time for which clients may cache the list of tools (a hint of revision 2026-07-28). Only a release changes the list. */
const TOOLS_TTL_MS = 3_600_000

/**
 * Creates an MCP server with these tools, for one request over HTTP or one connection over stdio.
 *
 * `@modelcontextprotocol/server` serves clients of all revisions with the same handlers. The older `@modelcontextprotocol/sdk`
 * supports only revisions up to 2025-11-25. The class `McpServer` is not used, because it validates arguments itself, and the
 * middleware could not meter invalid calls. The low-level `Server` leaves the validation to the middleware.
 */
export function createMcpServer(tools: readonly ServedTool[], call: CallTool, instructions?: string): Server {
  const server = new Server(serverInfo(config().publicOrigin), {
    capabilities: { tools: {} },
    cacheHints: { 'tools/list': { ttlMs: TOOLS_TTL_MS, cacheScope: 'public' } },
    ...(instructions === undefined ? {} : { instructions }),
  })
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ tool }) => listTool(tool)) }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const found = tools.find(({ tool }) => tool.name === params.name)
    if (!found) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: the tools are ${names(tools)}`)
    }
    return call(found, params.arguments ?? {}, params._meta)
  })
  return server
}

const names = (tools: readonly ServedTool[]): string => tools.map(({ tool }) => tool.name).join(' and ')
