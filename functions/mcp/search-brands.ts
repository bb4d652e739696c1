import { tools } from '../../schemas/tools.ts'
import { searchBrands } from '../../shared/brands/search-brands.ts'
import { toolHandler } from '../../shared/mcp/tool-handler.ts'

export const tool = toolHandler(tools.searchBrands, searchBrands)
