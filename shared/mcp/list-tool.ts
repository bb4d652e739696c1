import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import type { Tool } from '../../schemas/tools.ts'

/** Nothing that is read here changes anything, and all of it is in the corpus. */
const ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** A tool as `tools/list` tells it: its schemas are those of the REST route. */
export const listTool = ({ name, title, description, operation, examples, structured }: Tool): ListedTool =>
  ({
    name,
    title,
    description,
    inputSchema: { ...operation.input, examples },
    ...(structured === 'always' ? { outputSchema: operation.output } : {}),
    annotations: { title, ...ANNOTATIONS },
  }) as unknown as ListedTool // the SDK's type wants arrays that could be written to
