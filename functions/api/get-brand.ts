import { operations } from '../../schemas/operations.ts'
import { findBrand } from '../../shared/brands/get-brand.ts'
import { endpoint } from '../../shared/http/endpoint.ts'

export const handler = endpoint(operations.getBrand, findBrand)
