import type { InputSchema } from '../../schemas/operations.ts'

type Property = InputSchema['properties'][string]

/** Returns a copy of a schema. In the copy, properties that accept a single value or a list accept only a list. */
export const withLists = (schema: InputSchema): InputSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties).map(([name, property]) => [name, listOf(property)]),
  ),
})

function listOf(property: Property): Property {
  if (!('anyOf' in property)) {
    return property
  }
  const { anyOf, examples: _, ...rest } = property
  return { ...rest, ...anyOf[1] }
}

/**
 * Converts each argument that may be a single value or a list to a list. Also splits a text with commas
 * (`clasesNiza,coincidencia`), which older clients send, and parses the JSON text of a list, which some MCP hosts send.
 */
export const inLists = (
  { properties }: InputSchema,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, property && 'anyOf' in property ? asList(value) : value]
    }),
  )

function asList(value: unknown): unknown {
  if (typeof value !== 'string') {
    return Array.isArray(value) ? value : [value]
  }
  const items = value.split(',')
  // A text with an empty item stays a text, so that the schema rejects it.
  return parseList(value) ?? (items.includes('') ? value : items.map((item) => item.trim()))
}

/** Parses the JSON of a list; undefined for any other text. */
function parseList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
