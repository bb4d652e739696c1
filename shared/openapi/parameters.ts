import type { OpenAPIV3_1 } from 'openapi-types'
import type { Bilingual } from '../../schemas/bilingual.ts'
import type { Operation } from '../../schemas/operations.ts'
import { inBoth } from './bilingual-texts.ts'
import { describe, documentedParameter } from './component-schemas.ts'

type Parameter = OpenAPIV3_1.ParameterObject

/**
 * The request headers that the service reads, without the key, which is the security scheme. They have no examples, because
 * Swagger UI would send them.
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
      en: 'The ETag of an answer that you have kept. While it holds, the answer is 304 without a body.',
      es: 'El ETag de una respuesta que se ha guardado. Mientras siga vigente, la respuesta es 304 sin cuerpo.',
    },
    schema: { type: 'string' },
  },
} as const satisfies Record<string, { description: Bilingual; schema: object }>

type RequestHeader = keyof typeof REQUEST_HEADERS

/** Returns the request headers for `components`. */
export const componentParameters = (): Record<string, Parameter> =>
  Object.fromEntries(
    Object.entries(REQUEST_HEADERS).map(([name, { description, ...header }]) => [
      name,
      { name, in: 'header', description: inBoth(description), ...header } as Parameter,
    ]),
  )

/** Returns references to request headers. */
export const requestHeaders = (names: readonly RequestHeader[]): OpenAPIV3_1.ReferenceObject[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }))

const COMMA_SEPARATED = { style: 'form', explode: false } as const

/** Returns the parameters of an operation: in the path where its template names them, otherwise in the query. */
export const parametersOf = ({ path, input }: Pick<Operation, 'path' | 'input'>): Parameter[] =>
  Object.entries(input.properties).map(([name, property]) => {
    return {
      name,
      in: path.includes(`{${name}}`) ? 'path' : 'query',
      ...(input.required?.includes(name) ? { required: true } : {}),
      description: describe(property) ?? '',
      ...('anyOf' in property || property.type === 'array' ? COMMA_SEPARATED : {}),
      schema: documentedParameter(property),
    } as Parameter
  })
