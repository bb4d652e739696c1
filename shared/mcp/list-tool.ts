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
    ...(structured === 'always' ? { outputSchema: operation.output } : {}),
    annotations: { title, ...ANNOTATIONS },
  }) as unknown as ListedTool // the SDK's type wants mutable arrays
