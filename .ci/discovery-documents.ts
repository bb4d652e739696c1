import { validator } from '../shared/platform/validation.ts'
import { aiCatalogSchema, serverCardSchema } from '../test/support/discovery-schemas.ts'

/*
 * Finds the MCP server of a service as a client does that knows only its address: node .ci/discovery-documents.ts ADDRESS
 * Follows the catalog to the server card, and the card to its icon. Fails where a document is missing or not valid.
 */

const [address = ''] = process.argv.slice(2)

/** Reads a document of the service; its URL may have the public address of the service, which is not asked. */
async function read(url: string, type: string): Promise<Response> {
  const response = await fetch(new URL(new URL(url, address).pathname, address), {
    headers: { accept: type },
  })
  if (response.status !== 200 || response.headers.get('content-type') !== type) {
    throw new Error(`${url}: status ${response.status}, type ${response.headers.get('content-type')}`)
  }
  return response
}

/** Reads a JSON document, and checks it. */
async function readValid<Document>(url: string, type: string, schema: object): Promise<Document> {
  const document = await (await read(url, type)).json()
  const problems = validator(schema)(document)
  if (problems.length > 0) {
    throw new Error(`${url}: ${JSON.stringify(problems)}`)
  }
  return document as Document
}

const catalog = await readValid<{ entries: { type: string; url: string }[] }>(
  '/.well-known/ai-catalog.json',
  'application/ai-catalog+json',
  aiCatalogSchema,
)
for (const { url, type } of catalog.entries) {
  const card = await readValid<{ icons: { src: string; mimeType: string }[] }>(url, type, serverCardSchema)
  for (const { src, mimeType } of card.icons) {
    await read(src, mimeType)
  }
}
