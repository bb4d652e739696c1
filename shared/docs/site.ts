import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Answer, Document, Redirect } from '../http/document-endpoint.ts'
import { ICON_PATH } from '../mcp/server-info.ts'
import { digest } from '../platform/digest.ts'
import type { CorpusKind } from './corpus-kind.ts'
import {
  API_CATALOG_TYPE,
  aiCatalog,
  apiCatalog,
  CARD_PATH,
  CARD_TYPE,
  CATALOG_PATH,
  CATALOG_TYPE,
  securityText,
  serverCard,
} from './discovery.ts'
import { LANGUAGES, type Language } from './languages.ts'
import { ASSETS, BASE_URL, CORPUS, CORPUS_SENTENCE, OFFICE_RECORD } from './tokens.ts'

/** Returns the document or redirect of one path. */
export type Entry = (reader: Reader) => Promise<Answer> | Answer

/** The preferred language of a client, and the kind of the corpus. */
export interface Reader {
  language: Language
  corpus(): Promise<CorpusKind>
}

export type Site = ReadonlyMap<string, Entry>

export const NOT_FOUND = '/docs/404'

/** The redirects from paths outside `/docs` (docs/decisions.md#documentation: Addresses). */
export const ALIASES: Readonly<Record<string, string>> = {
  '/openapi.json': '/docs/openapi.json',
  '/llms.txt': '/docs/llms.txt',
  '/llms-full.txt': '/docs/llms-full.txt',
  '/favicon.ico': ICON_PATH,
  '/.well-known/security.txt': '/docs/security.txt',
  '/.well-known/api-catalog': '/docs/api-catalog.json',
}

const BUILT = fileURLToPath(new URL('../../docs/site/dist/', import.meta.url))
const ICON = new URL('../mcp/icon.png', import.meta.url)

/** Returns whether `npm run site` has built the pages. */
export const isSiteBuilt = (): boolean => existsSync(`${BUILT}404.html`)

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

interface SiteOptions {
  /** The URL of the service in the pages, without a trailing slash. */
  baseUrl: string
  /** The URL of a mark on the website of the office, with the placeholder `{nroSolicitud}`. If empty, no page links to it. */
  officeRecord: string
  /** Returns the OpenAPI document as JSON, by default in both languages. */
  openApi(language?: Language): string
}

export function openSite({ baseUrl, officeRecord, openApi }: SiteOptions): Site {
  const assets = `assets-${digest(Buffer.from(baseUrl), 8)}`
  const text = (type: string, content: () => string) =>
    once(() => document({ kind: 'text', type, bytes: Buffer.from(content()) }))
  const discovery = (type: string, bytes: () => Buffer) =>
    once(() => document({ kind: 'discovery', type, bytes: bytes() }))
  const json = 'application/json; charset=utf-8'
  const site = new Map<string, Entry>([
    ['/docs/openapi.json', text(json, openApi)],
    ...LANGUAGES.map(
      (language) => [`/docs/openapi.${language}.json`, text(json, () => openApi(language))] as const,
    ),
    ['/docs/security.txt', text('text/plain; charset=utf-8', () => securityText(baseUrl, new Date()))],
    ['/docs/api-catalog.json', discovery(API_CATALOG_TYPE, () => toJson(apiCatalog(baseUrl)))],
    [CATALOG_PATH, discovery(CATALOG_TYPE, () => toJson(aiCatalog(baseUrl)))],
    [CARD_PATH, discovery(CARD_TYPE, () => toJson(serverCard(baseUrl)))],
    [ICON_PATH, discovery('image/png', () => readFileSync(ICON))],
    ...Object.entries(ALIASES).map(([path, to]) => [path, () => redirect(to)] as const),
  ])
  for (const file of globSync('**/*.*', { cwd: BUILT })) {
    const path = `/docs/${file.replace(ASSETS, assets).replace(/(?<=^|\/)index\.html$|\.html$/, '')}`
    site.set(
      path,
      builtFile(file, (content) =>
        content
          .replaceAll(BASE_URL, baseUrl)
          .replaceAll(ASSETS, assets)
          .replaceAll(OFFICE_RECORD, officeRecord.replaceAll('&', '&amp;')),
      ),
    )
    if (path.endsWith('/')) site.set(path.slice(0, -1), () => redirect(path))
  }
  if (isSiteBuilt()) {
    const reference = byLanguage((language) => `/docs/${language}/reference`)
    site.set('/docs', async (reader) => ({
      ...(await (site.get(reference(reader)) as Entry)(reader)),
      vary: 'Accept-Language',
    }))
    site.set('/docs/', () => redirect('/docs'))
    site.set('/', (reader) => redirect(`/docs/${reader.language}/`, 'Accept-Language'))
    site.set('/docs/explore', (reader) => redirect(`/docs/${reader.language}/explore`, 'Accept-Language'))
  }
  return site
}

const byLanguage =
  (path: (language: Language) => string) =>
  ({ language }: Reader): string =>
    path(language)

const redirect = (to: string, vary?: string): Redirect => ({ redirectTo: to, ...(vary ? { vary } : {}) })

/** Returns the entry of a built file. `fill` replaces the placeholders that do not depend on the corpus. */
function builtFile(file: string, fill: (content: string) => string): Entry {
  const extension = extname(file)
  const type = TYPES[extension] ?? 'application/octet-stream'
  const language = LANGUAGES.find((each) => file.startsWith(`${each}/`))
  const kind = file.startsWith(`${ASSETS}/`) ? 'asset' : extension === '.html' ? 'page' : 'text'
  const read = (): Buffer => readFileSync(BUILT + file)
  if (extension === '.woff2') {
    return once(() => document({ kind, type, bytes: read() }))
  }
  const content = lazily(() => fill(read().toString()))
  const differs = lazily(() => content().includes(CORPUS) || content().includes(CORPUS_SENTENCE))
  const make = (corpus: CorpusKind): Document =>
    document({
      kind,
      type,
      language,
      bytes: Buffer.from(content().replaceAll(CORPUS, corpus).replaceAll(CORPUS_SENTENCE, SENTENCES[corpus])),
    })
  const made = new Map<CorpusKind, Document>()
  return async ({ corpus }) => {
    const now = differs() ? await corpus() : 'unknown'
    const found = made.get(now) ?? make(now)
    made.set(now, found)
    return found
  }
}

const SENTENCES: Readonly<Record<CorpusKind, string>> = {
  sample: '\nThe data is SAMPLE DATA at present: every mark is invented, and none is on any register.\n',
  register: '',
  unknown: '\nIt is not known at the moment whether the data is sample data or comes from a register.\n',
}

const toJson = (value: object): Buffer => Buffer.from(JSON.stringify(value))

const document = (parts: Omit<Document, 'fingerprint'>): Document => ({
  ...parts,
  fingerprint: digest(parts.bytes, 16),
})

const once = (make: () => Document): Entry => lazily(make)

function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
