import { operations } from '../../schemas/operations.ts'
import { getBrand } from '../../shared/brands/get-brand.ts'
import { endpoint } from '../../shared/http/endpoint.ts'

export const handler = endpoint(operations.getBrand, getBrand)
