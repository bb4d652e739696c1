import { operations } from '../../schemas/operations.ts'
import { isDocument } from '../../shared/docs/find-document.ts'
import { notFoundMessage } from '../../shared/docs/pages.ts'
import { allowedMethods } from '../../shared/http/allowed-methods.ts'
import { reject } from '../../shared/http/error-endpoint.ts'
import { answerPreflight } from '../../shared/http/middleware/cors.ts'
import { ApiError } from '../../shared/platform/errors.ts'

/** Every request that no route takes. A known path asked with another method also carries `Allow`. */
export const handler = reject('not-found', (event) => {
  const documents = isDocument(event.rawPath) ? [{ method: 'GET', path: event.rawPath } as const] : []
  const allowed = allowedMethods([...Object.values(operations), ...documents], event.rawPath)
  return (
    answerPreflight(event, allowed) ??
    new ApiError('not_found', {
      message: documents.length > 0 ? 'Route not found' : notFoundMessage(event.rawPath),
      headers: allowed.length > 0 ? { allow: allowed.join(', ') } : {},
    })
  )
})
