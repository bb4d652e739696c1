import { configSchema } from '../../schemas/config.ts'
import type { Document } from '../http/document-endpoint.ts'
import { openApiText } from '../openapi/document.ts'
import { type Config, config } from '../platform/config.ts'
import type { CorpusKind } from './corpus-kind.ts'
import { openSite, type Site } from './site.ts'

let site: Site | undefined

/** Whether a path names a document of the site. */
export const isDocument = (path: string): boolean => path.startsWith('/docs') && openOnce().has(path)

/**
 * The document that a path names, byte for byte as it came: nothing in it is decoded, and no file is looked for. The
 * corpus is asked about only for those that tell of it, and holds none of them back.
 */
export async function findDocument(
  path: string,
  askCorpus: () => Promise<CorpusKind>,
): Promise<Document | undefined> {
  const found = openOnce().get(path)
  return typeof found === 'function' ? found(await askCorpus().catch(() => 'unknown')) : found
}

/** Read at the first request, and never again. */
function openOnce(): Site {
  site ??= openSite({ baseUrl: baseUrl(config()), openApi: openApiText(config()) })
  return site
}

/** The address in the examples: the one that clients see, or that of a service on the reader's own machine. */
export const baseUrl = ({ publicOrigin, tls, port }: Config): string =>
  publicOrigin ??
  `${tls ? 'https' : 'http'}://127.0.0.1:${port === 0 ? configSchema.properties.PORT.default : port}`
