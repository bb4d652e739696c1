import { once } from 'node:events'
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../shared/db/database.ts'
import { setDatabases } from '../../shared/db/serving.ts'
import { LANGUAGES } from '../../shared/docs/languages.ts'
import { ALIASES } from '../../shared/docs/site.ts'
import { BASE_URL, CORPUS, CORPUS_SENTENCE } from '../../shared/docs/tokens.ts'
import { pageIds } from '../../test/support/documentation.ts'
import { parseAnswer, sendRaw } from '../../test/support/raw-http.ts'
import { startTestService, type TestService } from '../../test/support/service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

interface Got {
  status: number
  headers: Headers
  text: string
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Got> {
  const response = await fetch(service.address + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Sends a request without a library that normalizes paths, or decodes or requests a content coding. */
const raw = (path: string, { method = 'GET', headers = [] as string[] } = {}): Promise<string> =>
  sendRaw(
    service.address,
    [`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '\r\n'].join('\r\n'),
  )

const headersOf = (text: string): Record<string, string> =>
  parseAnswer(`${text.split('\r\n\r\n')[0]}\r\n\r\n`).headers

const pagePaths = LANGUAGES.flatMap((language) =>
  pageIds(language).map((page) => `/docs/${language}/${page === 'index' ? '' : page}`),
)

/** Returns the addresses that a page loads. */
const loads = ({ text }: Got): string[] => [
  ...new Set(
    [
      ...text.matchAll(
        /<(?:script|link rel="(?:preload stylesheet|preload|icon|modulepreload)")[^>]* ?(?:src|href)="(?<path>[^"]+)"/g,
      ),
    ].map(({ groups }) => groups?.path ?? ''),
  ),
]

/** The Accept header of browsers. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

describe('a page', () => {
  test.each(['/docs', ...pagePaths])('%s needs no key, and is HTML with a language', async (path) => {
    const page = await get(path)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const language = path.startsWith('/docs/en/') ? 'en' : 'es'
    expect(page.headers.get('content-language')).toBe(language)
    expect(page.text).toContain(` lang="${language}"`)
    expect(page.text).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">')
    expect(page.text.match(/<main/g)).toHaveLength(1)
  })

  test('may load resources of this origin alone, and may not be framed', async () => {
    for (const path of ['/docs', '/docs/en/explore', '/docs/en/errors']) {
      const { headers } = await get(path)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
          "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-request-id': expect.any(String),
      })
    }
  })

  test('has no inline scripts and styles, and no placeholder of the build', async () => {
    for (const path of ['/docs', '/docs/404', ...pagePaths]) {
      const page = await get(path)
      expect(page.text).not.toMatch(/<style|<script(?![^>]*\ssrc=)|<[^>]* style="| on[a-z]+="/)
      for (const token of [BASE_URL, CORPUS, 'of-installation', '{base_url}']) {
        expect({ path, token, isThere: page.text.includes(token) }).toEqual({ path, token, isThere: false })
      }
    }
  })

  test('and its resources have at most 300 KB compressed, except for the reference', async () => {
    for (const path of ['/docs/es/', '/docs/es/quick-start', '/docs/en/explore']) {
      const page = await get(path)
      const resources = loads(page)
      expect(resources.length).toBeGreaterThan(5)
      const sizes = await Promise.all(
        ['', ...resources].map(async (resource) => {
          const response = await fetch(service.address + (resource || path))
          expect({ resource, status: response.status }).toEqual({ resource, status: 200 })
          return gzipSync(Buffer.from(await response.arrayBuffer())).length // larger than with Brotli
        }),
      )
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300_000)
    }
  })

  test('links to the same page in the other language', async () => {
    expect((await get('/docs/en/errors')).text).toContain('href="/docs/es/errors"')
    expect((await get('/docs/es/')).text).toContain('href="/docs/en/"')
  })

  test('has no broken links', async () => {
    const found = new Map<string, Got>()
    for (const path of pagePaths) {
      found.set(path, await get(path))
    }
    for (const [path, { text }] of [...found]) {
      for (const [, href = ''] of text.matchAll(/href="([^"]+)"/g)) {
        const { pathname, hash, origin } = new URL(href.replaceAll('&amp;', '&'), `http://here${path}`)
        if (origin !== 'http://here') {
          continue
        }
        const target = found.get(pathname) ?? (await get(pathname))
        found.set(pathname, target)
        expect({ path, href, status: target.status }).toEqual({ path, href, status: 200 })
        if (hash !== '') {
          const id = ` id="${decodeURIComponent(hash.slice(1))}"`
          expect({ path, href, isThere: target.text.includes(id) }).toEqual({ path, href, isThere: true })
        }
      }
    }
  })
})

describe('the language of the reader', () => {
  const acceptLanguage = (language: string) => ({ 'accept-language': language })

  test.each([
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['es-CL,es;q=0.9', 'es'],
    ['de', 'es'],
    ['', 'es'],
  ])(
    '%s redirects / to the pages in %s, and selects the language of the reference at /docs',
    async (accepted, language) => {
      const headers = acceptLanguage(accepted)
      const root = await fetch(service.address, { headers, redirect: 'manual' })
      expect([root.status, root.headers.get('location'), root.headers.get('vary')]).toEqual([
        302,
        `/docs/${language}/`,
        'Accept-Language',
      ])
      const reference = await get('/docs', headers)
      expect(reference.headers.get('content-language')).toBe(language)
      expect(reference.headers.get('vary')).toBe('Accept-Encoding, Accept-Language')
      expect(reference.text).toBe((await get(`/docs/${language}/reference`)).text)
    },
  )
})

test.each([
  ...Object.entries(ALIASES),
  ['/docs/', '/docs'],
  ['/docs/es', '/docs/es/'],
  ['/docs/en/errors/', '/docs/en/errors'],
  ['/docs/explore', '/docs/es/explore'],
])('%s redirects to %s, and caches must revalidate the redirect', async (path, to) => {
  const { status, headers } = await fetch(service.address + path, { redirect: 'manual' })
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, to, 'no-cache'])
  expect((await get(to)).status).toBe(200)
})

describe('the notice of a page about the corpus', () => {
  const corpusOf = async (path: string): Promise<string | undefined> =>
    /data-corpus="(\w+)"/.exec((await get(path)).text)?.[1]
  const run = (text: string) => service.owner.query({ text, parameters: [] })

  test.each(['/docs', ...pagePaths])('announces sample data on %s', async (path) => {
    expect(await corpusOf(path)).toBe('sample')
  })

  test('is in the language of the page', async () => {
    expect((await get('/docs/en/')).text).toContain('<strong>Sample data.</strong>')
    expect((await get('/docs/es/')).text).toContain('<strong>Datos de muestra.</strong>')
    expect((await get('/docs/llms.txt')).text).toContain('SAMPLE DATA')
  })

  test('is absent once the corpus is the register', async () => {
    const before = (await get('/docs/en/')).headers.get('etag')
    await run(`update corpus_state set kind = 'register'`)
    setDatabases({ serving: service.database.open('trademark_serve') }) // a database without cached values
    expect(await corpusOf('/docs')).toBe('register')
    expect(await corpusOf('/docs/es/errors')).toBe('register')
    expect((await get('/docs/llms.txt')).text).not.toMatch(/sample/i)
    expect((await get('/docs/en/')).headers.get('etag')).not.toBe(before)
    await run(`update corpus_state set kind = 'sample'`)
    setDatabases({ serving: service.database.open('trademark_serve') })
  })

  test('says that the kind of data is unknown when the database does not answer', async () => {
    const nowhere = openDatabase(
      { connectionString: 'postgres://nobody@127.0.0.1:1/none' },
      'trademark_serve',
      'test',
    )
    setDatabases({ serving: nowhere })
    expect(await corpusOf('/docs')).toBe('unknown')
    expect(await corpusOf('/docs/en/quick-start')).toBe('unknown')
    setDatabases({ serving: service.database.open('trademark_serve') })
    await nowhere.close()
  })
})

describe('the OpenAPI document', () => {
  test('is JSON, and must be revalidated before each use', async () => {
    const { status, headers, text } = await get('/docs/openapi.json')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(JSON.parse(text)).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\./),
      paths: { '/v1/brands': {} },
    })
  })
})

describe('for language models', () => {
  const markdownPaths = LANGUAGES.flatMap((language) =>
    pageIds(language).map((page) => `/docs/${language}/${page}.md`),
  )

  test('each page is Markdown without placeholders', async () => {
    for (const path of markdownPaths) {
      const { status, headers, text } = await get(path)
      expect({ path, status, type: headers.get('content-type') }).toEqual({
        path,
        status: 200,
        type: 'text/markdown; charset=utf-8',
      })
      expect(text).not.toMatch(/\{base_url\}|\{mcp_url\}|<!-- (include|table|changelog)|^:::|^---/m)
      expect(text).not.toContain(BASE_URL)
    }
  })

  test('llms.txt links to the pages and to the endpoints', async () => {
    const { headers, text } = await get('/docs/llms.txt')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text).not.toContain(CORPUS_SENTENCE)
    const links = [...text.matchAll(/\]\((?<href>[^)]+)\)/g)].map(({ groups }) => groups?.href ?? '')
    const paths = links.map((link) => new URL(link).pathname)
    expect(paths).toEqual(
      expect.arrayContaining(['/docs/openapi.json', '/docs/llms-full.txt', '/docs/en/quick-start.md']),
    )
    for (const path of paths) {
      expect({ path, status: (await get(path)).status }).toEqual({ path, status: 200 })
    }
    expect(text).toContain('http://127.0.0.1:8080/mcp')
  })

  test('llms-full.txt has every page', async () => {
    const { text } = await get('/docs/llms-full.txt')
    for (const page of ['errors', 'limits', 'quick-start']) {
      expect(text).toContain((await get(`/docs/en/${page}.md`)).text)
    }
  })
})

describe('caching:', () => {
  test('an asset is immutable, because its path changes with its content', async () => {
    const assets = loads(await get('/docs/es/')).filter((path) => path.startsWith('/docs/assets-'))
    expect(assets.length).toBeGreaterThan(4)
    for (const path of assets) {
      const { headers } = await get(path)
      expect(path).toMatch(/^\/docs\/assets-[\w-]{8}\/[\w./-]+\.[\w-]{8}(\.lean)?\.(css|js|woff2)$/)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test.each(['/docs', '/docs/en/errors', '/docs/openapi.json'])(
    '%s is revalidated: a matching tag gets 304 with the content security policy',
    async (path) => {
      const { headers } = await get(path)
      const tag = headers.get('etag') ?? ''
      expect(headers.get('cache-control')).toBe('no-cache')
      for (const sent of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
        const text = await raw(path, { headers: [`If-None-Match: ${sent}`] })
        expect(text).toMatch(/^HTTP\/1\.1 304 .*\r\n\r\n$/s)
        const { 'content-length': length, ...again } = headersOf(text)
        expect(length).toBeUndefined()
        expect(again).toMatchObject({ etag: tag, 'cache-control': 'no-cache' })
        expect(again['content-security-policy']).toBe(headers.get('content-security-policy'))
      }
    },
  )

  test('another tag, or a malformed one, gets the document', async () => {
    for (const sent of ['"other"', 'W/"other"', 'nonsense', '"', '*, "x"', '']) {
      expect((await get('/docs/en/', { 'if-none-match': sent })).status).toBe(200)
    }
  })
})

describe('the content coding', () => {
  const undo = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

  /** Returns the response as it was sent, which `fetch` would decode. */
  const ask = async (path: string, accepted: string) => {
    const [response] = await once(
      request(service.address + path, { headers: { 'accept-encoding': accepted } }).end(),
      'response',
    )
    const chunks: Buffer[] = await response.toArray()
    return { headers: response.headers as Record<string, string>, body: Buffer.concat(chunks) }
  }

  test.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    ['identity', 'nonsense'],
    ['identity', 'identity;q=0'],
  ] as const)('is %s for Accept-Encoding: %s', async (coding, accepted) => {
    const [script] = loads(await get('/docs/es/')).filter((path) => path.includes('/framework.'))
    for (const path of ['/docs/es/errors', '/docs/openapi.json', script ?? '']) {
      const plain = await ask(path, 'identity')
      const { headers, body } = await ask(path, accepted)
      expect(headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding)
      expect(headers.vary).toBe('Accept-Encoding')
      expect(Number(headers['content-length'])).toBe(body.length)
      expect(undo[coding](body).equals(plain.body)).toBe(true)
    }
  })
})

describe('HEAD', () => {
  const comparable = (text: string) => ({ ...headersOf(text), date: '', 'x-request-id': '' }) // differ in each response

  test.each(['/docs', '/docs/en/errors', '/docs/openapi.json', '/docs/', '/', '/docs/en/nowhere'])(
    '%s has the headers of GET and no body',
    async (path) => {
      const [head, whole] = [await raw(path, { method: 'HEAD' }), await raw(path)]
      expect(head).toMatch(/\r\n\r\n$/)
      expect(comparable(head)).toEqual(comparable(whole))
    },
  )
})

describe('an unknown path below /docs', () => {
  test.each(['/docs/nowhere', '/docs/en/nowhere', '/docs/es/nowhere/', '/docs/../package.json'])(
    '%s is a page for browsers',
    async (path) => {
      const { accept } = BROWSER
      const text = await raw(path, { headers: [`Accept: ${accept}`, 'If-None-Match: *'] })
      expect(text).toMatch(/^HTTP\/1\.1 404 /)
      expect(headersOf(text)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("script-src 'self'"),
        vary: 'Accept-Encoding, Accept',
      })
    },
  )

  test('is the error envelope for other clients, and any other unknown path also for browsers', async () => {
    for (const [path, accept] of [
      ['/docs/nowhere', '*/*'],
      ['/docs/nowhere', 'application/json'],
      ['/v2/brands', BROWSER.accept],
      ['/openapi.yaml', BROWSER.accept],
    ] as const) {
      const { status, headers } = await get(path, { accept })
      expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
    }
  })
})

describe('404 with the error envelope', () => {
  const PAGE_NOT_FOUND =
    'Page not found: the documentation starts at /docs; its pages are below /docs/es/ and /docs/en/'

  test.each([
    '/docs//en',
    '/docs/en//errors',
    '/docs/EN',
    '/docs/en/Errors',
    '/docs/fr',
    '/docs/en/nowhere',
    '/docs/en/index',
    '/docs/nowhere.md',
    '/docs/../package.json',
    '/docs/en/../../../package.json',
    '/docs/assets/../../../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/en/%2e%2e/es',
    '/docs/en%2Ferrors',
    '/docs/en%5Cerrors',
    '/docs/en/errors%00',
    '/docs/en/errors%00.md',
    '/docs/en/errors%20',
    '/docs/%65n',
    '/docs/%zz',
    '/docs/assets/',
    '/docs/assets-of-installation/',
    '/docs/site/en/errors.md',
    '/docs/__proto__',
    '/docs/constructor',
  ])('for %s, with the address of the documentation', async (path) => {
    const answer = parseAnswer(await raw(path))
    expect(answer).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', message: PAGE_NOT_FOUND } },
    })
    expect(answer.body.error.requestId).toBe(answer.headers['x-request-id'])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test.each(['//docs', '/Docs', '/docs%2Fen', '/docsx', '/doc'])(
    'for %s, which is not below /docs',
    async (path) => {
      expect(parseAnswer(await raw(path))).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found', message: 'Route not found' } },
      })
    },
  )

  test.each([
    ['for a known path with another method, with Allow', '/docs/en/errors', 'Route not found', 'GET, HEAD'],
    ['for an unknown path, without Allow', '/docs/en/nowhere', PAGE_NOT_FOUND, undefined],
  ])('%s', async (_, path, message, allow) => {
    const answer = parseAnswer(await raw(path, { method: 'POST', headers: ['Content-Length: 0'] }))
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found', message } } })
    expect(answer.headers.allow).toBe(allow)
  })
})

test('a query is ignored', async () => {
  const { status, text } = await get('/docs/en/?url=http://elsewhere/&x=1')
  expect(status).toBe(200)
  expect(text).toBe((await get('/docs/en/')).text)
})
