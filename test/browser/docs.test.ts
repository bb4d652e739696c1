import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '../../shared/docs/languages.ts'
import { BROWSER } from '../support/browser.ts'
import { pageIds } from '../support/documentation.ts'
import { sampleMarks } from '../support/marks.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import {
  expectFit,
  findings,
  inBrowser,
  isTooWide,
  keepScreenshot,
  patientContext,
  TELEPHONE,
  VIEWS,
  watchedPage,
} from '../support/watched-page.ts'

const marks = sampleMarks().slice(0, 50)
const number = marks[0]?.nroSolicitud ?? ''

/** The text pages; other tests cover the reference and the explorer. */
const pagePaths = LANGUAGES.flatMap((language) =>
  pageIds(language)
    .filter((page) => page !== 'reference' && page !== 'explore')
    .map((page) => `/docs/${language}/${page === 'index' ? '' : page}`),
)
const REFERENCE = '/docs/en/reference'
/** Pages of each kind: the first page, one with tabs of code, and one with tables. */
const KINDS = ['/docs/en/', '/docs/en/quick-start', '/docs/en/errors']

let service: TestService
let key: string
let browser: Browser
/** The context of tests that change nothing that another page could notice. */
let shared: BrowserContext

inBrowser('in a browser', () => {
  beforeAll(async () => {
    service = await startTestService({ marks })
    key = await service.key()
    browser = await chromium.launch(BROWSER)
    shared = await patientContext(browser, VIEWS.light)
  })
  afterAll(async () => {
    await browser?.close()
    await service?.stop()
  })

  /** Opens a page of the site, in a new browser context if a view is given, and collects the errors that the browser reports. */
  async function open(
    path: string,
    view?: BrowserContextOptions,
  ): Promise<{ page: Page; complaints: string[] }> {
    const context = view === undefined ? shared : await patientContext(browser, view)
    const opened = await watchedPage(context, {
      request: (url) => url.startsWith(`${service.address}/`) || url.startsWith('data:'),
    })
    await opened.page.goto(service.address + path)
    if (path.includes('reference')) {
      await opened.page.waitForSelector('.opblock')
    }
    return opened
  }

  const close = (page: Page): Promise<void> =>
    page.context() === shared ? page.close() : page.context().close()

  const operation = (page: Page, path: string) =>
    page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) })

  const expand = async (page: Page, path: string): Promise<void> => {
    await operation(page, path).locator('.opblock-summary-control').click()
    await operation(page, path).locator('.execute').waitFor()
  }

  async function authorize(page: Page, typed: string): Promise<void> {
    await page.locator('.operations-head .authorize').click()
    await page.locator('.auth-container input').fill(typed)
    await page.locator('.auth-btn-wrapper .authorize').click()
    await page.locator('.auth-btn-wrapper .btn-done').click()
  }

  /** Sends the request of an operation by its button, and returns the shown status. */
  async function execute(page: Page, path: string): Promise<string> {
    await operation(page, path).locator('.execute').click()
    return operation(page, path).locator('.live-responses-table .response-col_status').last().innerText()
  }

  test.each(pagePaths)(
    '%s is accessible, fits the width, and loads nothing from other sites',
    async (path) => {
      const { page, complaints } = await open(path)
      const name = path.slice(1).replaceAll('/', '-')
      if (KINDS.includes(path)) {
        await expectFit(page, name)
      } else if (path.startsWith('/docs/en/')) {
        await expectFit(page, name, ['light'])
      }
      // The Spanish pages have the same elements, with other words.
      await page.setViewportSize(TELEPHONE)
      expect(await isTooWide(page)).toBe(false)
      expect(complaints).toEqual([])
      await close(page)
    },
  )

  describe('the reference', () => {
    test('is accessible, sends requests with the typed key, shows the responses, and loads nothing from other sites', async () => {
      const { page, complaints } = await open(REFERENCE)
      await authorize(page, key)
      await expand(page, '/v1/brands')
      for (const summary of await page.locator('.response-headers summary').all()) {
        await summary.click()
      }
      await expectFit(page, 'docs-open', ['dark', 'telephone'])
      expect(await execute(page, '/v1/brands')).toMatch(/^200/)
      expect(await operation(page, '/v1/brands').locator('.live-responses-table').innerText()).toContain(
        'nextCursor',
      )
      await expand(page, '/v1/brands/{nroSolicitud}')
      await page.getByLabel('nroSolicitud', { exact: true }).fill(number)
      expect(await execute(page, '/v1/brands/{nroSolicitud}')).toMatch(/^200/)
      expect(complaints).toEqual([])
      await keepScreenshot(page, 'docs-answer-light')
      await close(page)
    })

    test('hides the typed key, without autocompletion and spell checking, in a dialog that fits a low window', async () => {
      const { page } = await open(REFERENCE, { viewport: { width: 390, height: 480 } })
      await page.locator('.operations-head .authorize').click()
      const field = page.getByLabel('Value of the key', { exact: true })
      await field.fill(key)
      expect(await field.getAttribute('type')).toBe('password')
      expect(await field.getAttribute('autocomplete')).toBe('off')
      expect(await field.getAttribute('spellcheck')).toBe('false')
      for (const button of ['.authorize', '.btn-done']) {
        const box = await page.locator(`.auth-btn-wrapper ${button}`).boundingBox()
        expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(480)
      }
      expect(await findings(page)).toEqual([])
      await close(page)
    })

    test('collapses the headers of each response, and wraps no line of JSON', async () => {
      const { page } = await open(REFERENCE, VIEWS.telephone)
      await expand(page, '/v1/brands')
      const headers = operation(page, '/v1/brands').locator('[data-code="200"] .response-headers')
      expect(await headers.locator('dl').isVisible()).toBe(false)
      await headers.locator('summary').focus()
      await page.keyboard.press('Enter')
      expect(await headers.locator('dt').allInnerTexts()).toContain('x-request-id string')
      const whiteSpace = `getComputedStyle(document.querySelector('[data-code="200"] pre code')).whiteSpace`
      expect(await page.evaluate(whiteSpace)).toBe('pre')
      await close(page)
    })

    test('stores no key: it is gone after a reload, and the next request shows 401', async () => {
      const { page } = await open(REFERENCE, VIEWS.light)
      await authorize(page, key)
      const kept = await page.evaluate(
        'JSON.stringify({ ...localStorage, ...sessionStorage, cookie: document.cookie })',
      )
      expect(kept).toBe('{"vitepress-theme-appearance":"auto","cookie":""}')
      await page.reload()
      await page.waitForSelector('.opblock')
      await expand(page, '/v1/brands')
      expect(await execute(page, '/v1/brands')).toMatch(/^401/)
      expect(await operation(page, '/v1/brands').innerText()).toContain('Missing or invalid API key')
      await close(page)
    })

    test('ignores another OpenAPI document in its address', async () => {
      const { page, complaints } = await open(REFERENCE)
      await page.goto(
        `${service.address}/docs?url=https://elsewhere.example/openapi.json&configUrl=https://elsewhere.example/c`,
      )
      await page.waitForSelector('.opblock')
      expect(complaints).toEqual([])
      await close(page)
    })

    test('opens from /docs in the language of the browser, at the operation in the address', async () => {
      const { page, complaints } = await open('/docs#/Brands/search-brands', {
        ...VIEWS.light,
        locale: 'es-CL',
      })
      await page.locator('.opblock.is-open', { hasText: 'Buscar o listar marcas' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/docs/es/reference')
      expect(await page.locator('html').getAttribute('lang')).toBe('es')
      expect(complaints).toEqual([])
      await close(page)
    })
  })

  describe('a page', () => {
    test('is found by the search for a word of it', async () => {
      const { page, complaints } = await open('/docs/en/')
      const search = page.locator('#localsearch-input')
      // The page handles keys only after its script has run.
      await until(async () => {
        await page.keyboard.press('Control+k')
        return search.isVisible()
      })
      await search.fill('Retry-After')
      await page.locator('.result', { hasText: 'Limits' }).first().click()
      await page.waitForURL('**/docs/en/limits**')
      expect(complaints).toEqual([])
      await close(page)
    })

    test('has a copy button on each block of code, and tabs', async () => {
      const { page, complaints } = await open('/docs/es/quick-start', VIEWS.light)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByText('Python', { exact: true }).first().click()
      const block = page.locator('.vp-code-group div.active')
      await block.hover()
      await block.getByRole('button').click()
      expect(await page.evaluate('navigator.clipboard.readText()')).toContain('urlopen')
      expect(complaints).toEqual([])
      await close(page)
    })

    test('changes to the other language and to dark mode without errors', async () => {
      const { page, complaints } = await open('/docs/en/errors', VIEWS.light)
      await page.getByRole('button', { name: 'Change language' }).hover()
      await page.getByRole('link', { name: 'Español' }).first().click()
      await page.locator('h1', { hasText: 'Errores' }).waitFor()
      await page.getByRole('switch').first().click()
      await page.locator('html.dark').waitFor()
      await page.reload()
      await page.locator('html.dark').waitFor()
      expect(complaints).toEqual([])
      await close(page)
    })

    test('that does not exist shows an error page with a link back', async () => {
      const { page } = await open('/docs/en/nowhere')
      await page.getByText('Página no encontrada · Page not found').waitFor()
      expect(await page.locator('.NotFound a').getAttribute('href')).toBe('/docs/en/')
      await close(page)
    })

    test('has a link to skip to the content as its first keyboard stop', async () => {
      const { page } = await open('/docs/en/errors')
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
      await close(page)
    })
  })
})
