import type { OpenAPIV3_1 } from 'openapi-types'
import type { Bilingual } from '../../schemas/bilingual.ts'
import { codeMeanings, withoutCodes } from './code-meanings.ts'
import { NAMED_SCHEMAS } from './named-schemas.ts'
import { inBoth, joined, translated } from './texts.ts'

const nameOf = new Map(Object.entries(NAMED_SCHEMAS).map(([name, { schema }]) => [schema, name]))

/** The named schemas, for `components`. */
export const componentSchemas = (): Record<string, OpenAPIV3_1.SchemaObject> =>
  Object.fromEntries(
    Object.entries(NAMED_SCHEMAS).map(([name, { schema, description }]) => [
      name,
      { description: inBoth(description), ...told(schema) } as OpenAPIV3_1.SchemaObject,
    ]),
  )

/** A schema as the document has it: a reference to the one of that name, or itself, told in both languages. */
export function schemaOf(schema: object): OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject {
  const name = nameOf.get(schema)
  return name === undefined
    ? (told(schema) as OpenAPIV3_1.SchemaObject)
    : { $ref: `#/components/schemas/${name}` }
}

/** The parts of a JSON Schema that are told in another form than they have. */
interface Described {
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, object>>
  readonly items?: object
  readonly additionalProperties?: boolean
}

/**
 * A schema in the form of the document. That there are no other members than these holds of today alone, and is not
 * told: within /v1 an answer may gain some (docs/decisions.md#versioning).
 */
function told(schema: Described): object {
  const { description, enum: values, properties, items, additionalProperties, ...rest } = schema
  const text = describe(schema)
  const meanings = values && codeMeanings(values)
  return {
    ...(text === undefined ? {} : { description: text }),
    ...rest,
    ...(values ? { enum: values } : {}),
    ...(meanings ? { 'x-enumDescriptions': meanings } : {}),
    ...(properties ? { properties: mapped(properties, schemaOf) } : {}),
    ...(items ? { items: schemaOf(items) } : {}),
  }
}

/** New codes are no break of the contract (docs/decisions.md#records), and who reads only the document should know. */
const MORE_CODES: Bilingual = { en: 'New codes may come.', es: 'Pueden agregarse códigos nuevos.' }

/** What a schema says of itself, in both languages, with the meaning of each code that it lists. */
export function describe({ description, enum: values = [], items }: Described): string | undefined {
  const component = items && NAMED_SCHEMAS[nameOf.get(items) ?? '']
  const meanings = codeMeanings(values)
  if (description === undefined) {
    return component && inBoth(component.description) // a list of what has a name, and nothing more
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
