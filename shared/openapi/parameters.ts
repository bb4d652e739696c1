import type { OpenAPIV3_1 } from 'openapi-types'
import type { Bilingual } from '../../schemas/bilingual.ts'
import type { Operation } from '../../schemas/operations.ts'
import { inBoth } from './bilingual-texts.ts'
import { describe, documentedParameter } from './component-schemas.ts'

type Parameter = OpenAPIV3_1.ParameterObject

/**
 * The request headers that the service reads. The headers with the API key are in security.ts. No header has an example,
 * because Swagger UI would send the example with each request.
 */
const REQUEST_HEADERS = {
  'X-Request-Id': {
    description: {
      en: 'Your own id for the request: 1 to 200 visible ASCII characters; any other value is replaced. The response returns the id as x-request-id.',
      es: 'Un identificador propio para la consulta: 1 a 200 caracteres ASCII visibles; cualquier otro valor se reemplaza. La respuesta lo devuelve como x-request-id.',
    },
    schema: { type: 'string' },
  },
  'If-None-Match': {
    description: {
      en: 'The ETag of a stored response. While that response is current, the service answers with 304 without a body.',
      es: 'El ETag de una respuesta guardada. Mientras esa respuesta siga vigente, el servicio responde 304 sin cuerpo.',
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
