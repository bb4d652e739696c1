import { readFileSync } from 'node:fs'
import type { Document } from '../http/document-endpoint.ts'
import { makeBundle, readIcon } from '../mcp/bundle/make-bundle.ts'
import { BUNDLE_NAME } from '../mcp/bundle/manifest.ts'
import { ICON_PATH } from '../mcp/server-info.ts'
import { ASSETS_PATH, type Asset, fingerprint, readAssets } from './assets.ts'
import type { CorpusKind } from './corpus-kind.ts'
import { aiCatalog, CARD_PATH, CARD_TYPE, CATALOG_PATH, CATALOG_TYPE, serverCard } from './discovery.ts'
import { fill, type PlaceholderValues } from './fill.ts'
import { exploreHtml, type Frame, pageHtml, referenceHtml } from './layout.ts'
import { llmsText } from './llms.ts'
import { readModules } from './modules.ts'
import {
  ALL_PAGES,
  BUNDLE_PATH,
  DOCUMENT_PATH,
  EXPLORE_ALIAS,
  EXPLORE_PATHS,
  LANGUAGES,
  type Language,
  LLMS_PATH,
  markdownPath,
  type Page,
  pagePath,
  REFERENCE_PATH,
} from './pages.ts'
import { type Rendered, render } from './render.ts'

/** A document that differs by the kind of the corpus. */
type CorpusDocument = (corpus: CorpusKind) => Document

/** The documents by their paths. */
type Documents = ReadonlyMap<string, Document | CorpusDocument>
export type Site = Pick<Documents, 'get' | 'has'>

/** A page with its placeholders replaced. */
interface SitePage {
  page: Page
  language: Language
  markdown: string
}

const ROOT = new URL('../../', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8')

/** The service that the site documents. */
interface SiteOptions {
  /** The URL in the examples, without a trailing slash. */
  baseUrl: string
  /** The OpenAPI document as JSON. */
  openApi: string
}

/**
 * Reads the site. Pages are rendered at their first request, and the explore page and the desktop bundle, which need their
 * sources, are built at theirs. No other file is read later, so that an unknown path reads nothing.
 *
 * @throws Error for an unknown placeholder in a page
 */
export function openSite({ baseUrl, openApi }: SiteOptions): Site {
  const assets = readAssets()
  const pages = readPages(baseUrl)
  const titles = titlesOf(pages)
  const frame = (corpus: CorpusKind): Frame => ({ assets, corpus, titles })
  const documents = new Map<string, Document | CorpusDocument>([
    [REFERENCE_PATH, once((corpus) => page('en', referenceHtml(frame(corpus))))],
    [DOCUMENT_PATH, text('application/json', openApi)],
    [LLMS_PATH, once((corpus) => text('text/plain', llmsText(baseUrl, corpus, titles)))],
    [CATALOG_PATH, discovery(CATALOG_TYPE, json(aiCatalog(baseUrl)))],
    [CARD_PATH, discovery(CARD_TYPE, json(serverCard(baseUrl)))],
    [ICON_PATH, discovery('image/png', readIcon())],
    ...Object.values(assets).map((asset) => [asset.path, assetDocument(asset)] as const),
  ])
  for (const { page: name, language, markdown } of pages) {
    const draw: CorpusDocument = (corpus) =>
      page(language, pageHtml(name, language, renderPage(language, markdown), frame(corpus)))
    documents.set(pagePath(language, name), once(draw))
    documents.set(markdownPath(language, name), text('text/markdown', markdown, language))
  }
  const parts: readonly Part[] = [
    { has: () => true, documents: () => documents },
    { has: (path) => path === BUNDLE_PATH, documents: lazily(() => bundleDocument(baseUrl)) },
    { has: isExplorePath, documents: lazily(() => exploreDocuments(frame)) },
  ]
  const get: Site['get'] = (path) => {
    for (const part of parts) {
      const found = part.has(path) ? part.documents().get(path) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }
  return { get, has: (path) => get(path) !== undefined }
}

/** Documents that are built at their first request. */
interface Part {
  has(path: string): boolean
  documents(): Documents
}

/** Returns the explore page and its scripts. */
function exploreDocuments(frame: (corpus: CorpusKind) => Frame): Documents {
  const explore = readModules(EXPLORE, 'shared/docs/explore/main.ts')
  const documents = new Map<string, Document | CorpusDocument>(
    explore.assets.map((asset) => [asset.path, assetDocument(asset)]),
  )
  for (const language of LANGUAGES) {
    const draw: CorpusDocument = (corpus) => page(language, exploreHtml(language, explore, frame(corpus)))
    documents.set(EXPLORE_PATHS[language], once(draw))
  }
  documents.set(EXPLORE_ALIAS, documents.get(EXPLORE_PATHS.en) as CorpusDocument)
  return documents
}

const EXPLORE = 'explore'

const isExplorePath = (path: string): boolean =>
  path === EXPLORE_ALIAS ||
  Object.values(EXPLORE_PATHS).includes(path) ||
  path.startsWith(`${ASSETS_PATH}/${EXPLORE}.`)

const bundleDocument = (baseUrl: string): Documents => new Map([[BUNDLE_PATH, bundle(baseUrl)]])

/** Reads the pages in both languages and replaces their placeholders. */
function readPages(baseUrl: string): SitePage[] {
  const values: PlaceholderValues = {
    baseUrl,
    read: (file) => read(`docs/site/${file}`),
    changelog: read('CHANGELOG.md')
      .replace(/^# .*\n+/, '')
      .trimEnd(),
  }
  return LANGUAGES.flatMap((language) =>
    ALL_PAGES.map((page) => {
      const file = `docs/site/${language}/${page}.md`
      try {
        return { page, language, markdown: fill(read(file), language, values) }
      } catch (error) {
        throw new Error(`${file}: ${(error as Error).message}`, { cause: error })
      }
    }),
  )
}

function titlesOf(pages: readonly SitePage[]): Readonly<Record<Language, ReadonlyMap<Page, string>>> {
  const titles = { en: new Map<Page, string>(), es: new Map<Page, string>() }
  for (const { language, page, markdown } of pages) {
    const [heading = ''] = markdown.split('\n', 1)
    titles[language].set(page, renderPage(language, heading).title)
  }
  return titles
}

const renderPage = (language: Language, markdown: string): Rendered => render(markdown, `/docs/${language}/`)

const page = (language: Language, html: string): Document =>
  document({ kind: 'page', type: 'text/html; charset=utf-8', language, bytes: Buffer.from(html) })

const text = (type: string, content: string, language?: Language): Document =>
  document({ kind: 'text', type: `${type}; charset=utf-8`, language, bytes: Buffer.from(content) })

const assetDocument = ({ type, bytes }: Asset): Document =>
  document({ kind: 'asset', type, language: undefined, bytes })

const json = (value: object): Buffer => Buffer.from(JSON.stringify(value))

const discovery = (type: string, bytes: Buffer): Document =>
  document({ kind: 'discovery', type, language: undefined, bytes })

/** Returns the bundle with a generic media type: some browsers unpack zip files. */
const bundle = (baseUrl: string): Document =>
  document({
    kind: 'download',
    type: 'application/octet-stream',
    language: undefined,
    fileName: BUNDLE_NAME,
    bytes: makeBundle(baseUrl),
  })

const document = (parts: Omit<Document, 'fingerprint'>): Document => ({
  ...parts,
  fingerprint: fingerprint(parts.bytes),
})

/** Caches a document for each kind of the corpus. */
function once(make: CorpusDocument): CorpusDocument {
  const made = new Map<CorpusKind, Document>()
  return (corpus) => {
    const found = made.get(corpus) ?? make(corpus)
    made.set(corpus, found)
    return found
  }
}

function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
