import { type Operation, operations } from '../../schemas/operations.ts'
import { isDocument, notFoundMessage } from '../../shared/docs/find-document.ts'
import { errorEndpoint } from '../../shared/http/error-endpoint.ts'
import { mayReadMetrics } from '../../shared/http/metrics-access.ts'
import { answerPreflight } from '../../shared/http/middleware/cors.ts'
import { ApiError } from '../../shared/platform/errors.ts'

type Route = Pick<Operation, 'method' | 'path'>

const METRICS: Route = { method: 'GET', path: '/metrics' }

/** Answers requests that match no route. If only the method is wrong, the response has the header `Allow`. */
export const handler = errorEndpoint('not-found', (event) => {
  const documents: Route[] = isDocument(event.rawPath) ? [{ method: 'GET', path: event.rawPath }] : []
  const metrics: Route[] = mayReadMetrics(event) ? [METRICS] : [] // hidden from other callers
  const allowed = allowedMethods([...Object.values(operations), ...documents, ...metrics], event.rawPath)
  return (
    answerPreflight(event, allowed) ??
    new ApiError('not_found', {
      message: documents.length > 0 ? 'Route not found' : notFoundMessage(event.rawPath),
      headers: allowed.length > 0 ? { allow: allowed.join(', ') } : {},
    })
  )
})

/** Returns the methods of a path for `Allow` (RFC 9110, 10.2.1); none for an unknown path. */
function allowedMethods(routes: readonly Route[], path: string): string[] {
  const methods = routes
    .filter((route) => matches(route.path, path))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set(methods)]
}

/** Compares a path with a template by segments; `{name}` matches any segment that is not empty. */
function matches(template: string, path: string): boolean {
  const wanted = template.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, place) => (part.startsWith('{') ? given[place] !== '' : part === given[place]))
  )
}
