import type { Bilingual } from '../../schemas/bilingual.ts'
import { BUNDLE_NAME } from '../mcp/bundle/manifest.ts'

export type Language = keyof Bilingual

export const LANGUAGES = ['en', 'es'] as const satisfies readonly Language[]

/** What a language calls itself. */
export const OWN_NAMES: Bilingual = { en: 'English', es: 'Español' }

/** The page that a reader of a language meets first. */
export const OVERVIEW = 'index'

/** The others in the order in which they are listed: each is `docs/site/en/NAME.md` and `docs/site/es/NAME.md`. */
export const PAGES = [
  'quick-start',
  'desktop',
  'searching',
  'paging',
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

/** Where the documentation is, and the two parts of it that belong to no language. */
export const REFERENCE_PATH = '/docs'
export const DOCUMENT_PATH = '/docs/openapi.json'
export const LLMS_PATH = '/docs/llms.txt'

/** Where the desktop bundle is. */
export const BUNDLE_PATH = `/docs/${BUNDLE_NAME}`

/** Where the page for exploring is. Like the reference, its English one stands at the shortest address. */
export const EXPLORE_PATHS: Bilingual = { en: '/docs/explore', es: '/docs/es/explore' }
/** What somebody may type who knows the other one. */
export const EXPLORE_ALIAS = '/docs/en/explore'

/** Where a page is. */
export const pagePath = (language: Language, page: Page): string =>
  page === OVERVIEW ? `/docs/${language}` : `/docs/${language}/${page}`

/** Where its Markdown is. */
export const markdownPath = (language: Language, page: Page): string => `/docs/${language}/${page}.md`

/** What is said of a path without a document: below the documentation, where there is one. */
export const notFoundMessage = (path: string): string =>
  path.startsWith(`${REFERENCE_PATH}/`) ? PAGE_NOT_FOUND : 'Route not found'

const PAGE_NOT_FOUND = `Page not found: the documentation is at ${REFERENCE_PATH}, its pages at ${LANGUAGES.map((language) => pagePath(language, OVERVIEW)).join(' and ')}`
