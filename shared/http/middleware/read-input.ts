import type { ErrorDetail } from '../../../schemas/error.ts'
import type { InputSchema } from '../../../schemas/operations.ts'
import { validationError } from '../../platform/errors.ts'
import { readIntegers, validator } from '../../platform/validation.ts'
import type { HttpEvent, HttpMiddleware } from './http.ts'
import { readQuery } from './read-query.ts'

/** Reads path and query into `event.input` and checks them; every mistake is told in one `validation_error`. */
export function readInput(schema: InputSchema): HttpMiddleware {
  const validate = validator(schema)
  return {
    before: async ({ event }) => {
      const path = readPath(event)
      const query = readQuery(event.rawQueryString)
      const input = { ...readIntegers(schema, query), ...path }
      const details = [...inBoth(path, query), ...validate(input)]
      if (details.length > 0) {
        throw validationError(details)
      }
      event.input = input
    },
  }
}

/** A path parameter has no second home in the query. */
const inBoth = (path: Record<string, string>, query: Record<string, string>): ErrorDetail[] =>
  Object.keys(query)
    .filter((name) => Object.hasOwn(path, name))
    .map((name) => ({ field: name, reason: 'belongs into the path, not into the query' }))

/** The path parameters, percent-decoded. The routers of Middy and of this service leave them as they came. */
function readPath(event: HttpEvent): Record<string, string> {
  const raw = Object.entries(event.pathParameters ?? {}).map(([name, text]) => [name, text ?? ''] as const)
  return Object.fromEntries(
    raw.map(([name, text]) => {
      try {
        return [name, decodeURIComponent(text)]
      } catch {
        throw validationError([{ field: name, reason: 'holds a percent sequence that is not UTF-8' }])
      }
    }),
  )
}
