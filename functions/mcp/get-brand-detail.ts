import { tools } from '../../schemas/tools.ts'
import { findBrand } from '../../shared/brands/get-brand.ts'
import { toolEndpoint } from '../../shared/mcp/tool-endpoint.ts'

export const handler = toolEndpoint(tools.getBrandDetail, findBrand)
