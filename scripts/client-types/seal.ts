import { openApiDocument } from '../../shared/openapi/document.ts'
import { digest } from '../../shared/platform/digest.ts'

/** Where the types of the client stand. */
export const TYPES = new URL('../../client/src/schema.ts', import.meta.url)

/** The document that they are made of: all but its servers, which are those of one service. */
export function typedDocument(): string {
  const { servers, ...document } = openApiDocument({ servers: ['/'] })
  return JSON.stringify({ ...document, info: { title: document.info.title, version: '1' } })
}

/** Types with a first line that says what they were made of: no other document has it, and no other text. */
export const seal = (types: string): string =>
  `// Made by npm run client-types, never by hand: document ${digest(typedDocument(), 16)}, text ${digest(types, 16)}\n${types}`
