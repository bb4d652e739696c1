import { tools } from '../../schemas/tools.ts'
import { listTool } from '../mcp/list-tool.ts'
import { openApiText } from './document.ts'

/** The folder with the OpenAPI document and the tools of the last release. */
export const RELEASED = new URL('../../schemas/released/', import.meta.url)

/** Returns the texts that the files in `RELEASED` would have for the current code, by file name. */
export const releasedTexts = (): Readonly<Record<string, string>> => ({
  'openapi.json': `${openApiText({ publicOrigin: undefined })}\n`,
  'tools.json': `${JSON.stringify(Object.values(tools).map(listTool), null, 2)}\n`,
})
