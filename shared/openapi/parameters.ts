import type { OpenAPIV3_1 } from 'openapi-types'
import type { Bilingual } from '../../schemas/bilingual.ts'
import type { Operation } from '../../schemas/operations.ts'
import { inBoth } from './bilingual-texts.ts'
import { describe, schemaOf } from './component-schemas.ts'

type Parameter = OpenAPIV3_1.ParameterObject

/**
 * The headers of a request that mean something here, besides the key, which is the security scheme. They have no examples:
 * Swagger UI would send those along.
 */
const REQUEST_HEADERS = {
  'X-Request-Id': {
    description: {
      en: 'An id of your own for the request: 1 to 200 visible ASCII characters, otherwise it is replaced. The answer carries it as x-request-id.',
      es: 'Un identificador propio para la consulta: 1 a 200 caracteres ASCII visibles; si no, se reemplaza. La respuesta lo lleva como x-request-id.',
    },
    schema: { type: 'string' },
  },
  'If-None-Match': {
    description: {
      en: 'The ETag of an answer that you have kept. While it holds, the answer is 304 without a body, which takes nothing from the month.',
      es: 'El ETag de una respuesta que se ha guardado. Mientras siga vigente, la respuesta es 304 sin cuerpo, que no descuenta nada del mes.',
    },
    schema: { type: 'string' },
  },
} as const satisfies Record<string, { description: Bilingual; schema: object }>

type RequestHeader = keyof typeof REQUEST_HEADERS

/** The request headers, for `components`. */
export const componentParameters = (): Record<string, Parameter> =>
  Object.fromEntries(
    Object.entries(REQUEST_HEADERS).map(([name, { description, ...header }]) => [
      name,
      { name, in: 'header', description: inBoth(description), ...header } as Parameter,
    ]),
  )

/** References to some of them. */
export const requestHeaders = (names: readonly RequestHeader[]): OpenAPIV3_1.ReferenceObject[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }))

/** The parameters of an operation: in the path where its template names them, otherwise in the query. */
export const parametersOf = ({ path, input }: Operation): Parameter[] =>
  Object.entries(input.properties).map(([name, property]) => {
    const { description, ...schema } = schemaOf(property) as OpenAPIV3_1.SchemaObject
    return {
      name,
      in: path.includes(`{${name}}`) ? 'path' : 'query',
      ...(input.required?.includes(name) ? { required: true } : {}),
      description: describe(property) ?? '',
      schema,
    } as Parameter
  })
