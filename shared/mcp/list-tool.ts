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
 * clients validate results by a schema that they have cached. The arguments name the codes.
 */
const open = (schema: object): object =>
  JSON.parse(
    JSON.stringify(schema, (name, value) =>
      name === 'enum' || name === 'additionalProperties' ? undefined : value,
    ),
  )
