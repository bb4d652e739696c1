import { mcpEndpoint } from '../../shared/mcp/mcp-endpoint.ts'
import { tool as getBrandDetail } from './get-brand-detail.ts'
import { tool as searchBrands } from './search-brands.ts'

/** The tools, in the order in which they are listed; over stdio they are the same. */
export const tools = [searchBrands, getBrandDetail]

export const handler = mcpEndpoint(tools)
