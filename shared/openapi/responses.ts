import type { OpenAPIV3_1 } from 'openapi-types'
import type { Bilingual } from '../../schemas/bilingual.ts'
import type { Scope } from '../../schemas/catalogs.ts'
import { errorEnvelope as envelopeSchema } from '../../schemas/error.ts'
import { ERROR_MEANINGS } from '../../schemas/error-meanings.ts'
import type { Operation } from '../../schemas/operations.ts'
import { ApiError, ERRORS, type ErrorCode, toErrorEnvelope, validationError } from '../platform/errors.ts'
import { validator } from '../platform/validation.ts'
import { inBoth, inOneLine, joined } from './bilingual-texts.ts'
import { schemaOf } from './component-schemas.ts'
import { EVERY_RESPONSE, type HeaderName, headersOf, UNDER_V1, WITH_KEY } from './headers.ts'

type Response = OpenAPIV3_1.ResponseObject

/** An example body with its summary. */
export interface Example {
  readonly summary: Bilingual
  readonly value: unknown
}
export type Examples = Readonly<Record<string, Example>>

export const jsonResponse = (
  description: Bilingual,
  schema: object,
  headers: readonly HeaderName[],
  examples: Examples,
): Response => ({
  description: inBoth(description),
  headers: headersOf(headers),
  content: { 'application/json': { schema: schemaOf(schema), examples: named(examples) } },
})

const named = (examples: Examples): Record<string, OpenAPIV3_1.ExampleObject> =>
  Object.fromEntries(
    Object.entries(examples).map(([name, { summary, value }]) => [
      name,
      { summary: inOneLine(summary), value },
    ]),
  )

const REQUEST_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

/** Returns an error response, with the meaning and an example of each error that it may contain. */
const errorResponse = (errors: readonly ApiError[], headers: readonly HeaderName[]): Response =>
  jsonResponse(
    joined(
      errors.map(({ code }) => meaningOf(code)),
      '\n\n',
    ),
    envelopeSchema,
    headers,
    Object.fromEntries(
      errors.map((error) => [
        error.code,
        {
          summary: ERROR_MEANINGS[error.code].when,
          value: toErrorEnvelope(error, REQUEST_ID),
        },
      ]),
    ),
  )

const meaningOf = (code: ErrorCode): Bilingual => {
  const { when, whatToDo } = ERROR_MEANINGS[code]
  const name = { en: `\`${code}\`:`, es: `\`${code}\`:` }
  return joined([name, when, whatToDo])
}

/** The errors of requests that do not reach an operation. */
const BEFORE_ANY_OPERATION = [
  'request_timeout',
  'payload_too_large',
  'uri_too_long',
  'headers_too_large',
] as const

const beforeAnyOperation = (): Response => {
  const errors = BEFORE_ANY_OPERATION.map((code) => new ApiError(code))
  const { description, ...response } = errorResponse(errors, [...UNDER_V1, 'Allow'])
  const statuses = errors.map(({ status }) => status).join(', ')
  const summary = {
    en: `Any other error, as an ErrorEnvelope: ${statuses} for a request that is too slow or too large, and 404 for an unknown path or method.`,
    es: `Cualquier otro error, como ErrorEnvelope: ${statuses} para una consulta demasiado lenta o demasiado grande, y 404 para una dirección o un método desconocidos.`,
  }
  const each = joined(
    BEFORE_ANY_OPERATION.map((code) => ({
      en: `- ${ERRORS[code].status} ${meaningOf(code).en}`,
      es: `- ${ERRORS[code].status} ${meaningOf(code).es}`,
    })),
    '\n',
  )
  return { description: inBoth(joined([summary, each], '\n\n')), ...response }
}

/** Returns the shared responses for `components`. */
export const componentResponses = (): Record<string, Response> => ({
  NotModified: {
    description: inBoth({
      en: 'A stored response is still current, because If-None-Match contains the current ETag. This response has no body. The request counts toward the limit per minute. On the routes for brands and changes, the request does not count toward the monthly quota if the ETag is among the first ten in If-None-Match.',
      es: 'Una respuesta guardada sigue vigente, porque If-None-Match contiene el ETag vigente. Esta respuesta no tiene cuerpo. La consulta cuenta para el límite por minuto. En las rutas de marcas y cambios no cuenta para la cuota mensual si el ETag está entre los diez primeros de If-None-Match.',
    }),
    headers: headersOf([...WITH_KEY, 'ETag']),
  },
  Unauthorized: errorResponse([new ApiError('unauthorized')], [...UNDER_V1, 'WWW-Authenticate']),
  LimitExceeded: errorResponse(
    [
      new ApiError('rate_limited', { retryAfter: 42 }),
      new ApiError('quota_exceeded', { retryAfter: 777_600 }),
    ],
    [...WITH_KEY, 'Retry-After'],
  ),
  InternalError: errorResponse([new ApiError('internal_error')], WITH_KEY),
  Overloaded: errorResponse([new ApiError('overloaded', { retryAfter: 1 })], [...UNDER_V1, 'Retry-After']),
  OtherRefusal: beforeAnyOperation(),
})

const shared = (name: string): OpenAPIV3_1.ReferenceObject => ({ $ref: `#/components/responses/${name}` })

/** Returns whether an operation supports conditional requests (docs/decisions.md#requests). */
export const isConditional = ({ cacheBy }: Operation): boolean => cacheBy !== null

/** Returns the error of a missing scope, with the message that the middleware `admission` sends. */
const missingScope = (scope: Scope): ApiError =>
  new ApiError('forbidden', { message: `API key lacks required scope: ${scope}` })

/**
 * Returns the error responses and the 304 response of an operation.
 *
 * @param mistake an invalid input; its validation error is the example of the 400 response. By default, the example is
 * the error for a request that is not valid HTTP.
 * @param gone the message of the 410 error
 */
export function refusalsOf(
  operation: Operation,
  { mistake, gone }: { mistake?: object; gone?: string },
): OpenAPIV3_1.ResponsesObject {
  const { scope, input, path } = operation
  const headers = scope === null ? EVERY_RESPONSE : WITH_KEY
  const invalid =
    mistake === undefined
      ? new ApiError('validation_error', { message: 'The request is not valid HTTP' })
      : validationError(validator(input)(structuredClone(mistake)))
  return {
    ...(isConditional(operation) ? { 304: shared('NotModified') } : {}),
    400: errorResponse([invalid], headers),
    ...(scope === null
      ? {}
      : { 401: shared('Unauthorized'), 403: errorResponse([missingScope(scope)], headers) }),
    ...(path.includes('{') ? { 404: errorResponse([new ApiError('not_found')], headers) } : {}),
    ...(gone ? { 410: errorResponse([new ApiError('gone', { message: gone })], headers) } : {}),
    ...(scope === null ? {} : { 429: shared('LimitExceeded') }),
    500: scope === null ? errorResponse([new ApiError('internal_error')], headers) : shared('InternalError'),
    ...(scope === null ? {} : { 503: shared('Overloaded') }),
    default: shared('OtherRefusal'),
  }
}
