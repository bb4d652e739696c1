import type { ErrorDetail } from '../../../schemas/error.ts'
import type { InputSchema } from '../../../schemas/operations.ts'
import { validationError } from '../../platform/errors.ts'
import { withLists } from '../../platform/several-values.ts'
import { parseTexts, validator } from '../../platform/validation.ts'
import type { HttpEvent, HttpMiddleware } from './http.ts'
import { parseQueryString } from './parse-query-string.ts'

/** Reads path and query into `event.input` and validates them. One `validation_error` reports every mistake. */
export function readInput(declared: InputSchema): HttpMiddleware {
  const schema = withLists(declared)
  const validate = validator(schema)
  const lists = Object.entries(schema.properties).flatMap(([name, property]) =>
    'type' in property && property.type === 'array' ? [name] : [],
  )
  return {
    before: async ({ event }) => {
      const path = readPath(event)
      const query = parseQueryString(event.rawQueryString, lists)
      const input = { ...parseTexts(schema, query), ...path }
      const details = [...inBoth(path, query), ...validate(input)]
      if (details.length > 0) {
        throw validationError(details)
      }
      event.input = input
    },
  }
}

/** Returns an error for each parameter of the path that the query repeats. */
const inBoth = (path: Record<string, string>, query: Record<string, string>): ErrorDetail[] =>
  Object.keys(query)
    .filter((name) => Object.hasOwn(path, name))
    .map((name) => ({ field: name, reason: 'belongs in the path, not in the query' }))

/** Returns the path parameters, percent-decoded: neither Middy's router nor the local router decodes them. */
function readPath(event: HttpEvent): Record<string, string> {
  const raw = Object.entries(event.pathParameters ?? {}).map(([name, text]) => [name, text ?? ''] as const)
  return Object.fromEntries(
    raw.map(([name, text]) => {
      try {
        return [name, decodeURIComponent(text)]
      } catch {
        throw validationError([{ field: name, reason: 'contains a percent sequence that is not UTF-8' }])
      }
    }),
  )
}
