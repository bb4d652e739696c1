import { tools } from '../../schemas/tools.ts'
import type { ServedTool } from '../../shared/http/middleware/tool-call.ts'
import { mcpEndpoint } from '../../shared/mcp/mcp-endpoint.ts'
import { handler as getBrandDetail } from './get-brand-detail.ts'
import { handler as searchBrands } from './search-brands.ts'

/** The tools of the MCP server, over HTTP and over stdio, in the order of `tools/list`. */
export const servedTools: readonly ServedTool[] = [
  { tool: tools.searchBrands, handler: searchBrands },
  { tool: tools.getBrandDetail, handler: getBrandDetail },
]

export const handler = mcpEndpoint(servedTools)
