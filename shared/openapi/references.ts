/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}

/** Converts an object to a JSON document. */
export const toJson = (document: object): JsonObject => JSON.parse(JSON.stringify(document)) as JsonObject

/**
 * Returns a document with each `$ref` replaced by its target.
 *
 * @throws Error for a reference without a target
 */
export const withoutReferences = (document: JsonObject): JsonObject =>
  resolved(document, document) as JsonObject

function resolved(part: Json, document: JsonObject): Json {
  if (Array.isArray(part)) {
    return part.map((item) => resolved(item, document))
  }
  if (!isObject(part)) {
    return part
  }
  if (typeof part.$ref === 'string') {
    return resolved(target(part.$ref, document), document)
  }
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolved(value, document)]))
}

function target(reference: string, document: JsonObject): Json {
  const [root, ...steps] = reference.split('/')
  const found = steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>((part, step) => (isObject(part) ? part[step] : undefined), document)
  if (root !== '#' || found === undefined) {
    throw new Error(`The reference ${reference} has no target`)
  }
  return found
}

export const isObject = (part: Json | undefined): part is JsonObject =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

/** Returns the value if it is an object, otherwise an empty object. */
export const members = (part: Json | undefined): JsonObject => (isObject(part) ? part : {})

/** Returns the value if it is an array, otherwise an empty array. */
export const items = (part: Json | undefined): readonly Json[] => (Array.isArray(part) ? part : [])
