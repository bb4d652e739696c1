/** Any part of a document of JSON. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [name: string]: Json
}

/** A document of JSON, out of what was written as data of a narrower type. */
export const toJson = (document: object): JsonObject => JSON.parse(JSON.stringify(document)) as JsonObject

/**
 * A document with each `$ref` replaced by what it stands for: for whoever asks what is said, and not where.
 *
 * @throws Error naming a reference that leads nowhere
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
    throw new Error(`the reference ${reference} leads nowhere`)
  }
  return found
}

/** Whether a part has members. */
export const isObject = (part: Json | undefined): part is JsonObject =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

/** A part that has members; none where there is none. */
export const members = (part: Json | undefined): JsonObject => (isObject(part) ? part : {})

/** The items of a part that is a list; none of any other. */
export const items = (part: Json | undefined): readonly Json[] => (Array.isArray(part) ? part : [])
