import type { Tool as ListedTool } from '@modelcontextprotocol/server'
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
    inputSchema: { ...operation.input, examples },
    ...(structured === 'always' ? { outputSchema: open(operation.output) } : {}),
    annotations: { title, ...ANNOTATIONS },
  }) as unknown as ListedTool // the SDK's type wants mutable arrays

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
