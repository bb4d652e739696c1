import type { InputSchema } from '../../schemas/operations.ts'

type Property = InputSchema['properties'][string]

/** Returns a schema in which each parameter of one or several values is a list: the form in which operations read it. */
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
 * Returns the arguments of a tool with a list for each parameter of one or several values that has a single one. A text of
 * codes may have commas between them, as in a query string: earlier clients send `clasesNiza,coincidencia`.
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
  return items.includes('') ? value : items // a text that the schema refuses, as in a query string
}
