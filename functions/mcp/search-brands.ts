import { tools } from '../../schemas/tools.ts'
import { searchBrands } from '../../shared/brands/search-brands.ts'
import { tool } from '../../shared/handlers/tool.ts'

export const handler = tool(tools.searchBrands, searchBrands)
