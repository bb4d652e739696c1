import { tools } from '../../schemas/tools.ts'
import { searchBrands } from '../../shared/brands/search-brands.ts'
import { toolEndpoint } from '../../shared/mcp/tool-endpoint.ts'

export const handler = toolEndpoint(tools.searchBrands, searchBrands)
