import { tools } from '../../schemas/tools.ts'
import { listTool } from '../mcp/list-tool.ts'
import { openApiText } from './text.ts'

/** The folder that keeps what the last release has promised, in the form in which clients read it. */
export const RELEASED = new URL('../../schemas/released/', import.meta.url)

/** The files of that folder, as a release of the present state writes them. */
export const releasedTexts = (): Readonly<Record<string, string>> => ({
  'openapi.json': `${openApiText({ publicOrigin: undefined })}\n`,
  'tools.json': `${JSON.stringify(Object.values(tools).map(listTool), null, 2)}\n`,
})
