import type { OpenAPIV3_1 } from 'openapi-types'
import type { Bilingual } from '../../schemas/bilingual.ts'
import { inBoth, joined, translated } from './bilingual-texts.ts'
import { codeMeanings, withoutCodes } from './code-meanings.ts'
import { NAMED_SCHEMAS } from './named-schemas.ts'

const nameOf = new Map(Object.entries(NAMED_SCHEMAS).map(([name, { schema }]) => [schema, name]))

export const componentSchemas = (): Record<string, OpenAPIV3_1.SchemaObject> =>
  Object.fromEntries(
    Object.entries(NAMED_SCHEMAS).map(([name, { schema, description }]) => [
      name,
      { description: inBoth(description), ...documented(schema) } as OpenAPIV3_1.SchemaObject,
    ]),
  )

/** Returns a reference to a named schema, or the documented schema itself. */
export function schemaOf(schema: object): OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject {
  const name = nameOf.get(schema)
  return name === undefined
    ? (documented(schema) as OpenAPIV3_1.SchemaObject)
    : { $ref: `#/components/schemas/${name}` }
}

interface Described {
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, object>>
  readonly items?: object
  readonly anyOf?: readonly Described[]
  readonly additionalProperties?: boolean
}

/**
 * Returns a response schema for the OpenAPI document. Responses may gain properties and codes (docs/decisions.md#versioning).
 * So the schema has no `additionalProperties`, and the codes are in `x-extensible-enum`.
 */
function documented(schema: Described): object {
  const { description, enum: values, properties, items, additionalProperties, ...rest } = schema
  const text = describe(schema)
  const meanings = values && codeMeanings(values)
  return {
    ...(text === undefined ? {} : { description: text }),
    ...rest,
    ...(values ? { [meanings ? 'x-extensible-enum' : 'enum']: values } : {}),
    ...(meanings ? { 'x-enumDescriptions': meanings } : {}),
    ...(properties ? { properties: mapped(properties, schemaOf) } : {}),
    ...(items ? { items: schemaOf(items) } : {}),
  }
}

/** Returns the schema of a parameter. Keeps `enum`, because the service accepts no other codes. */
export function documentedParameter(schema: Described): OpenAPIV3_1.SchemaObject {
  const { description, enum: values = [], items, anyOf, ...rest } = schema
  const meanings = codeMeanings(values)
  return {
    ...rest,
    ...(schema.enum ? { enum: values } : {}),
    ...(meanings ? { 'x-enumDescriptions': meanings } : {}),
    ...(items ? { items: documentedParameter(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(documentedParameter) } : {}),
  } as OpenAPIV3_1.SchemaObject
}

/** Returns the codes of a schema. With `anyOf`, reads the first alternative, which is the schema of a single value. */
const codesOf = ({ enum: values, anyOf = [] }: Described): readonly unknown[] =>
  values ?? anyOf[0]?.enum ?? []

/** New codes are not a breaking change (docs/decisions.md#records). */
const MORE_CODES: Bilingual = { en: 'New codes may be added.', es: 'Pueden agregarse códigos nuevos.' }

/** Returns the description of a schema in both languages. */
export function describe(schema: Described): string | undefined {
  const { description, items } = schema
  const values = codesOf(schema)
  const component = items && NAMED_SCHEMAS[nameOf.get(items) ?? '']
  const meanings = codeMeanings(values)
  if (description === undefined) {
    return component && inBoth(component.description) // an array of a named schema
  }
  const text = translated(withoutCodes(description, values))
  return meanings === undefined
    ? inBoth(text)
    : [inBoth(joined([text, MORE_CODES])), inList(meanings)].join('\n\n')
}

const inList = (meanings: Readonly<Record<string, string>>): string =>
  Object.entries(meanings)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
    .join('\n')

const mapped = <Result>(
  record: Readonly<Record<string, object>>,
  change: (value: object) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
