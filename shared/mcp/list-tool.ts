import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import type { InputSchema } from '../../schemas/operations.ts'
import { brandParameters, type QueryParameter } from '../../schemas/query-parameters.ts'
import type { Tool } from '../../schemas/tools.ts'

const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Returns the entry of a tool in `tools/list`. */
export const listTool = ({ name, title, description, operation, structured }: Tool): ListedTool =>
  ({
    name,
    title,
    description,
    inputSchema: shortened(operation.input),
    ...(structured === 'always' ? { outputSchema: open(operation.output) } : {}),
    annotations: { title, ...ANNOTATIONS },
  }) as unknown as ListedTool // the SDK's type wants mutable arrays

const PARAMETERS: Readonly<Record<string, QueryParameter>> = brandParameters

/**
 * Shortens an input schema. Removes the examples of arguments, because the description of the tool contains an example
 * of a whole call. If an argument may be one value or a list, reduces the schema of the list to its types.
 */
const shortened = ({ properties, ...schema }: InputSchema): object => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, { examples: _, description, ...property }]) => {
      const text = { description: PARAMETERS[name]?.forModels ?? description }
      if (!('anyOf' in property)) return [name, { ...property, ...text }]
      const [one, list] = property.anyOf
      return [name, { anyOf: [one, { type: list.type, items: { type: list.items.type } }], ...text }]
    }),
  ),
})

/**
 * Opens an output schema to new members and codes (docs/decisions.md#versioning), because clients validate results with
 * a cached schema. Removes descriptions and deep members, so that conversations stay short.
 */
const open = (schema: object, depth = 0): object =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (['enum', 'additionalProperties', 'description'].includes(keyword)) return []
      if (depth > ITEM_DEPTH && ['properties', 'required'].includes(keyword)) return []
      if (keyword === 'items') return [[keyword, open(value, depth)]]
      if (keyword !== 'properties') return [[keyword, value]]
      const members = Object.entries<object>(value).map(([name, member]) => [name, open(member, depth + 1)])
      return [[keyword, Object.fromEntries(members)]]
    }),
  )

/** The depth of the items of a page in an output schema. The schema does not list the members of deeper objects. */
const ITEM_DEPTH = 1
