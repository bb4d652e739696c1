import { tools } from '../../schemas/tools.ts'
import { getBrand } from '../../shared/brands/get-brand.ts'
import { toolHandler } from '../../shared/mcp/tool-handler.ts'

export const tool = toolHandler(tools.getBrandDetail, getBrand)
