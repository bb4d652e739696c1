import { openApiDocument } from '../../shared/openapi/document.ts'
import {
  isObject,
  type Json,
  type JsonObject,
  members,
  toJson,
  withoutReferences,
} from '../../shared/openapi/references.ts'
import { type Validate, validator } from '../../shared/platform/validation.ts'

/** The OpenAPI document as a client reads it, and the same with all references resolved. */
export const document = toJson(openApiDocument({ servers: ['/'] }))
export const whole = withoutReferences(document)

/** Yields every object of a document, also the document itself, with its place as a JSON Pointer. */
export function* objectsIn(part: Json, place = '#'): Generator<{ place: string; object: JsonObject }> {
  if (Array.isArray(part)) {
    for (const [index, item] of part.entries()) {
      yield* objectsIn(item, `${place}/${index}`)
    }
  } else if (isObject(part)) {
    yield { place, object: part }
    for (const [name, value] of Object.entries(part)) {
      yield* objectsIn(value, `${place}/${name.replaceAll('/', '~1')}`)
    }
  }
}

/** The operations of the document, with all references resolved. */
export const documented = Object.entries(members(whole.paths)).flatMap(([path, methods]) =>
  Object.entries(members(methods)).map(([method, operation]) => ({
    id: String(members(operation).operationId),
    method,
    path,
    operation: members(operation),
  })),
)

/** Returns the responses of an operation, by status. */
export const responsesOf = (id: string): JsonObject =>
  members(documented.find((other) => other.id === id)?.operation.responses)

/** Returns a validator for a schema of the document; undocumented members are mistakes. */
export const checks = (schema: Json | undefined): Validate => validator(closed(members(schema)))

/** Returns the schema of the JSON body of a response. */
export const bodySchema = (response: Json | undefined): Json | undefined =>
  members(members(members(response).content)['application/json']).schema

/** Returns a schema that allows only documented members, without keywords that validators do not know. */
function closed(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema)
    .map(([keyword, value]) => [keyword === 'x-extensible-enum' ? 'enum' : keyword, value] as const)
    .filter(([keyword]) => !keyword.startsWith('x-'))
  const bound = Object.fromEntries(entries)
  return {
    ...bound,
    ...(isObject(schema.items) ? { items: closed(schema.items) } : {}),
    ...(Array.isArray(schema.anyOf) ? { anyOf: schema.anyOf.map((each) => closed(members(each))) } : {}),
    ...(isObject(schema.properties)
      ? {
          additionalProperties: false,
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, property]) => [name, closed(members(property))]),
          ),
        }
      : {}),
  }
}
