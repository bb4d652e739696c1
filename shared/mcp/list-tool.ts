import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import type { InputSchema } from '../../schemas/operations.ts'
import type { Tool } from '../../schemas/tools.ts'

/** The tools only read, and only the corpus. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Returns a tool as `tools/list` describes it, with the schemas of its REST route. */
export const listTool = ({ name, title, description, operation, examples, structured }: Tool): ListedTool =>
  ({
    name,
    title,
    description,
    inputSchema: { ...shortened(operation.input), examples },
    ...(structured === 'always' ? { outputSchema: open(operation.output) } : {}),
    annotations: { title, ...ANNOTATIONS },
  }) as unknown as ListedTool // the SDK's type wants mutable arrays

/** Returns a schema of arguments that lists the rules of a value once, and not again for a list of them. */
const shortened = ({ properties, ...schema }: InputSchema): object => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      if (!('anyOf' in property)) return [name, property]
      const [one, list] = property.anyOf
      return [name, { ...property, anyOf: [one, { type: list.type, items: { type: list.items.type } }] }]
    }),
  ),
})

/**
 * Returns a schema of results that allows new members and codes, which may come within /v1 (docs/decisions.md#versioning):
 * clients validate results by a schema that they have cached. The arguments name the codes. Members of the page and of its
 * items are described, and not the members of those: every conversation carries the schema.
 */
const open = (schema: object, depth = 0): object =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (keyword === 'enum' || keyword === 'additionalProperties') return []
      if (keyword === 'description') return depth > DESCRIBED_DEPTH ? [] : [[keyword, value]]
      if (keyword === 'items') return [[keyword, open(value, depth)]]
      if (keyword !== 'properties') return [[keyword, value]]
      const members = Object.entries<object>(value).map(([name, member]) => [name, open(member, depth + 1)])
      return [[keyword, Object.fromEntries(members)]]
    }),
  )

const DESCRIBED_DEPTH = 2
