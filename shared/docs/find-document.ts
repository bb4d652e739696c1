import { configSchema } from '../../schemas/config.ts'
import type { Document } from '../http/document-endpoint.ts'
import { openApiText } from '../openapi/document.ts'
import { type Config, config } from '../platform/config.ts'
import type { CorpusKind } from './corpus-kind.ts'
import { CARD_PATH, CATALOG_PATH } from './discovery.ts'
import { openSite, type Site } from './site.ts'

let site: Site | undefined

/** Returns whether a path is a document of the site. */
export const isDocument = (path: string): boolean =>
  (path.startsWith('/docs') || path === CATALOG_PATH || path === CARD_PATH) && openOnce().has(path)

/**
 * Finds the document of a path, which is compared byte by byte and never decoded. The kind of the corpus is read only for
 * pages that show it; an error of the database does not fail them.
 */
export async function findDocument(
  path: string,
  askCorpus: () => Promise<CorpusKind>,
): Promise<Document | undefined> {
  const found = openOnce().get(path)
  return typeof found === 'function' ? found(await askCorpus().catch(() => 'unknown')) : found
}

/** Opens the site at the first request. */
function openOnce(): Site {
  site ??= openSite({ baseUrl: baseUrl(config()), openApi: openApiText(config()) })
  return site
}

/** Returns the URL in the examples: the public origin, or a loopback address. */
export const baseUrl = ({ publicOrigin, tls, port }: Config): string =>
  publicOrigin ??
  `${tls ? 'https' : 'http'}://127.0.0.1:${port === 0 ? configSchema.properties.PORT.default : port}`
