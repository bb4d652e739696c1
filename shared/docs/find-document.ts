import { configSchema } from '../../schemas/config.ts'
import type { Answer } from '../http/document-endpoint.ts'
import type { HttpEvent } from '../http/middleware/http.ts'
import { acceptedLanguage, acceptsHtml } from '../http/negotiation.ts'
import { openApiText } from '../openapi/document.ts'
import { type Config, config } from '../platform/config.ts'
import type { CorpusKind } from './corpus-kind.ts'
import { LANGUAGES } from './languages.ts'
import { isSiteBuilt, NOT_FOUND, openSite, type Site } from './site.ts'

let site: Site | undefined

/** Returns whether a path is a document of the site, or a redirect to one. */
export const isDocument = (path: string): boolean => openOnce().has(path)

/**
 * Finds the document or redirect that answers a request. The path is compared byte by byte and never decoded.
 *
 * `askCorpus` is called only for pages that show the kind of the corpus. If the call fails, the kind is `unknown`. For an
 * unknown path below `/docs/`, a browser gets an error page.
 */
export async function findDocument(
  { rawPath, headers }: Pick<HttpEvent, 'rawPath' | 'headers'>,
  askCorpus: () => Promise<CorpusKind>,
): Promise<Answer | undefined> {
  const reader = {
    language: acceptedLanguage(headers['accept-language'], LANGUAGES),
    corpus: () => askCorpus().catch((): CorpusKind => 'unknown'),
  }
  const found = openOnce().get(rawPath) ?? trimmed(rawPath)
  if (found !== undefined) {
    return found(reader)
  }
  const page = rawPath.startsWith('/docs/') && acceptsHtml(headers.accept) && openOnce().get(NOT_FOUND)
  return page ? { ...(await page(reader)), status: 404, vary: 'Accept' } : undefined
}

/** Redirects a path with a trailing slash to the path without the slash; undefined if no such path exists. */
const trimmed = (path: string) => {
  const to = path.replace(/(?<=[^/])\/$/, '')
  return to !== path && openOnce().has(to) ? () => ({ redirectTo: to }) : undefined
}

function openOnce(): Site {
  site ??= openSite({
    baseUrl: baseUrl(config()),
    officeRecord: config().officeRecordUrl ?? '',
    openApi: (language) => openApiText(config(), language),
  })
  return site
}

export function notFoundMessage(path: string): string {
  if (path !== '/docs' && !path.startsWith('/docs/')) {
    return 'Route not found'
  }
  return isSiteBuilt()
    ? 'Page not found: the documentation starts at /docs; its pages are below /docs/es/ and /docs/en/'
    : 'The pages of the documentation are not built on this installation'
}

/** Returns the URL of the service for the pages and examples: the public origin, or a loopback address. */
export const baseUrl = ({ publicOrigin, tls, port }: Config): string =>
  publicOrigin ??
  `${tls ? 'https' : 'http'}://127.0.0.1:${port === 0 ? configSchema.properties.PORT.default : port}`
