import { tools } from '../../schemas/tools.ts'
import { getBrand } from '../../shared/brands/get-brand.ts'
import { tool } from '../../shared/handlers/tool.ts'

export const handler = tool(tools.getBrandDetail, getBrand)
