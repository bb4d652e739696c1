import { operations } from '../../schemas/operations.ts'
import { searchBrands } from '../../shared/brands/search-brands.ts'
import { endpoint } from '../../shared/http/endpoint.ts'

export const handler = endpoint(operations.searchBrands, searchBrands)
