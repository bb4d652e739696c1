import type { Bilingual } from '../../schemas/bilingual.ts'
import { BUNDLE_NAME } from '../mcp/bundle/manifest.ts'

export type Language = keyof Bilingual

export const LANGUAGES = ['en', 'es'] as const satisfies readonly Language[]

/** The name of each language in itself. */
export const OWN_NAMES: Bilingual = { en: 'English', es: 'Español' }

/** The start page of a language. */
export const OVERVIEW = 'index'

/** The other pages in their order: each is `docs/site/en/NAME.md` and `docs/site/es/NAME.md`. */
const PAGES = [
  'quick-start',
  'desktop',
  'searching',
  'paging',
  'changes',
  'errors',
  'limits',
  'freshness',
  'versioning',
  'changelog',
  'service-level',
  'data',
] as const

export type Page = typeof OVERVIEW | (typeof PAGES)[number]

export const ALL_PAGES: readonly Page[] = [OVERVIEW, ...PAGES]

/** The paths of the reference, the OpenAPI document and the text for language models. */
export const REFERENCE_PATH = '/docs'
export const DOCUMENT_PATH = '/docs/openapi.json'
export const LLMS_PATH = '/docs/llms.txt'

/** The path of the desktop bundle. */
export const BUNDLE_PATH = `/docs/${BUNDLE_NAME}`

/** The paths of the explore page; the English one is the shortest, as for the reference. */
export const EXPLORE_PATHS: Bilingual = { en: '/docs/explore', es: '/docs/es/explore' }
/** An alias for readers who know the Spanish path. */
export const EXPLORE_ALIAS = '/docs/en/explore'

/** Returns the path of a page. */
export const pagePath = (language: Language, page: Page): string =>
  page === OVERVIEW ? `/docs/${language}` : `/docs/${language}/${page}`

/** Returns the path of the Markdown of a page. */
export const markdownPath = (language: Language, page: Page): string => `/docs/${language}/${page}.md`

/** Returns the error message for an unknown path. */
export const notFoundMessage = (path: string): string =>
  path.startsWith(`${REFERENCE_PATH}/`) ? PAGE_NOT_FOUND : 'Route not found'

const PAGE_NOT_FOUND = `Page not found: the documentation is at ${REFERENCE_PATH}, its pages at ${LANGUAGES.map((language) => pagePath(language, OVERVIEW)).join(' and ')}`
