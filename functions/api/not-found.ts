import { operations } from '../../schemas/operations.ts'
import { ApiError } from '../../shared/errors.ts'
import { allowedMethods } from '../../shared/handlers/allowed-methods.ts'
import { reject } from '../../shared/handlers/reject.ts'

/** Every request that no route takes. A known path asked with another method also carries `Allow`. */
export const handler = reject('not-found', ({ rawPath }) => {
  const allowed = allowedMethods(Object.values(operations), rawPath)
  return new ApiError('not_found', {
    message: 'Route not found',
    headers: allowed.length > 0 ? { allow: allowed.join(', ') } : {},
  })
})
